import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Bench, Row } from './measuring/row.js'

const PACKAGES = fileURLToPath(new URL('../../../packages/', import.meta.url))
const NETWORKS = readdirSync(join(PACKAGES, 'networks'))
/** Shared packages that networks install. The kits of stores and queues are left out. */
const KITS = readdirSync(join(PACKAGES, 'kits')).filter((kit) =>
  NETWORKS.some((network) => uses(network, kit)),
)

function uses(network: string, kit: string): boolean {
  const { dependencies } = readManifest(join('networks', network))
  return readManifest(join('kits', kit)).name in dependencies
}

function readManifest(folder: string): {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
} {
  // safe cast: every package.json of the workspace has a name, and dependencies are optional
  const manifest = JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8')) as {
    name: string
    dependencies?: Record<string, string>
  }
  return { name: manifest.name, dependencies: manifest.dependencies ?? {} }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

/** Packs packages as they are published, and installs the tarballs into an empty folder. */
function install(folders: readonly string[]): { readonly packages: number; readonly megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'social-install-'))
  try {
    for (const each of folders) run('pnpm', ['pack', '--pack-destination', folder], join(PACKAGES, each))
    const tarballs = readdirSync(folder).map((name) => join(folder, name))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], folder)
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' }).map(
      (name) => join(folder, 'node_modules', name),
    )
    const sizes = files.map((name) => statSync(name)).filter((stat) => stat.isFile())
    return {
      // Counts the package.json files directly below node_modules or below a scope, which every
      // installed package has.
      packages: files.filter((name) =>
        /node_modules[/\\](@[^/\\]+[/\\])?[^/\\@][^/\\]*[/\\]package\.json$/.test(name),
      ).length,
      megabytes: sizes.reduce((sum, { size }) => sum + size, 0) / 1_000_000,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rows(
  what: string,
  found: ReturnType<typeof install>,
  max: { packages: number; megabytes: number },
): Row[] {
  return [
    { what: `packages of ${what}`, value: found.packages, unit: 'packages', budget: { max: max.packages } },
    { what: `bytes of ${what}`, value: found.megabytes, unit: 'MB', budget: { max: max.megabytes } },
  ]
}

/**
 * Measures the download size for an application that installs the published tarballs with npm into
 * an empty folder.
 */
export const bench: Bench = {
  name: 'Install',
  async run(): Promise<readonly Row[]> {
    return [
      ...rows('core and one network', install(['core', 'networks/mastodon']), { packages: 5, megabytes: 6 }),
      ...rows(
        `core and all ${NETWORKS.length} networks`,
        install([
          'core',
          ...KITS.map((name) => `kits/${name}`),
          ...NETWORKS.map((name) => `networks/${name}`),
        ]),
        {
          packages: 16,
          megabytes: 8,
        },
      ),
    ]
  },
}
