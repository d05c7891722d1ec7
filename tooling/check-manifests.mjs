// Checks that the package.json files of all published packages agree. `--write` copies the
// repository, home page and bug tracker URLs from the root's package.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { report, root, workspacePackages } from './workspace.mjs'

const CORE = '@social/core'
/** Packages that must not depend on core: core itself, and the emulator. */
const WITHOUT_CORE = new Set([CORE, '@social/emulator'])
/** Lowest Node version that undici 8 supports. Installers warn users of older versions. */
const ENGINES = { node: '>=22.19' }

const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const findings = []

/**
 * Returns the URLs of one package, derived from the root's package.json. Empty while the root has
 * no URL.
 */
function addressesOf(folder) {
  const { repository, homepage, bugs } = workspace
  if (repository === undefined) return {}
  const directory = relative(root, folder).replaceAll('\\', '/')
  return {
    homepage: `${homepage}/tree/main/${directory}#readme`,
    bugs,
    repository: { ...repository, directory },
  }
}

/** Returns the manifest with the URLs of the root, in the order that npm uses. */
function withAddresses(manifest, folder) {
  const { homepage: _homepage, bugs: _bugs, repository: _repository, ...rest } = manifest
  const entries = Object.entries(rest)
  const at = entries.findIndex(([field]) => field === 'license') + 1
  return Object.fromEntries([
    ...entries.slice(0, at),
    ...Object.entries(addressesOf(folder)),
    ...entries.slice(at),
  ])
}

/**
 * Checks core's entry in the manifest of a dependent package. All packages must use one range, and none may install
 * a separate copy.
 */
function coreFindings({ dependencies, devDependencies, peerDependencies }) {
  return [
    dependencies?.[CORE] !== undefined && `${CORE} is a peer dependency: remove it from "dependencies".`,
    peerDependencies?.[CORE] !== 'workspace:^' && `"peerDependencies" requires "${CORE}": "workspace:^".`,
    devDependencies?.[CORE] !== 'workspace:*' && `"devDependencies" requires "${CORE}": "workspace:*".`,
  ]
}

function findingsOf(folder, manifest) {
  const { name, dependencies = {}, peerDependencies = {}, devDependencies = {}, publishConfig } = manifest
  const up = relative(folder, root).replaceAll('\\', '/')
  const expected = {
    version: core.version,
    license: workspace.license,
    type: 'module',
    sideEffects: false,
    engines: ENGINES,
    scripts: {
      build: `tsup && tsc -p tsconfig.build.json && node ${up}/tooling/prune-declarations.mjs`,
      typecheck: 'tsc -p tsconfig.json',
      'check:package': `node ${up}/tooling/check-package.mjs`,
    },
    ...addressesOf(folder),
  }
  const ours = Object.entries(dependencies).filter(([one]) => one.startsWith('@social/'))
  const others = Object.entries({ ...dependencies, ...devDependencies })
  return [
    ...Object.entries(expected).map(
      ([field, value]) =>
        !isDeepStrictEqual(manifest[field], value) && `"${field}" must be ${JSON.stringify(value)}.`,
    ),
    ...['homepage', 'bugs', 'repository'].map(
      (field) =>
        field in manifest &&
        workspace.repository === undefined &&
        `"${field}" is copied from the root's package.json, which has no URL yet.`,
    ),
    ...(WITHOUT_CORE.has(name) ? [] : coreFindings(manifest)),
    ...ours.map(
      ([one, range]) => range !== 'workspace:^' && `"${one}" in "dependencies" must be "workspace:^".`,
    ),
    ...others.map(
      ([one, range]) =>
        !one.startsWith('@social') &&
        range !== 'catalog:' &&
        `"${one}" must be "catalog:". The range is in pnpm-workspace.yaml.`,
    ),
    ...Object.keys(peerDependencies).map(
      (one) => !(one in devDependencies) && `the peer "${one}" is required in "devDependencies" too.`,
    ),
    ...['dist', 'CHANGELOG.md'].map(
      (file) => !manifest.files?.includes(file) && `"files" requires "${file}".`,
    ),
    !/^\S.*\S\.$/.test(manifest.description ?? '') &&
      '"description" must be a sentence that ends with a full stop.',
    publishConfig?.access !== 'public' && '"publishConfig" requires "access": "public".',
    basename(folder) !== name.replace(/^@social\//, '') &&
      !name.endsWith('-kit') &&
      'the folder must have the name of the package without the scope.',
    !existsSync(join(folder, 'README.md')) && 'README.md is missing.',
  ].filter(Boolean)
}

const all = workspacePackages()
const core = all.find(({ manifest }) => manifest.name === CORE).manifest
const published = all.filter(({ manifest }) => manifest.private !== true)
for (const { folder, manifest } of published) {
  const file = join(folder, 'package.json')
  const next = withAddresses(manifest, folder)
  if (process.argv.includes('--write') && !isDeepStrictEqual(manifest, next))
    writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
  const seen = process.argv.includes('--write') ? next : manifest
  findings.push(...findingsOf(folder, seen).map((finding) => `${relative(root, file)}: ${finding}`))
}

report(findings, `${published.length} packages have consistent manifests.`)
