// Installs the packed packages into new applications, with npm and with pnpm. Imports, requires and
// compiles them on the lowest supported Node and on the newest. Requires built packages and the npm
// registry.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { installedMegabytes } from './installed-size.mjs'
import { root, workspacePackages } from './workspace.mjs'

/** Lowest Node version that `engines` of every package allows. */
const LOWEST_NODE = '22.19.0'
const NEWEST_NODE = 'latest'
/**
 * Packages that the application installs together with every network. Their dependencies are
 * installed from tarballs too.
 */
const USED = ['core', 'emulator', 'fastify', 'sqlite'].map((name) => `@social/${name}`)
/**
 * Packages of an application on several machines, installed in a separate folder: stores on
 * servers, and queues.
 */
const USED_WITH_SERVERS = [
  'core',
  'mastodon',
  'postgres',
  'redis',
  'jobs',
  'bullmq',
  'pg-boss',
  'sqlite',
  'sqlite-queue',
  'store-kit',
].map((name) => `@social/${name}`)
/** Clients of the database servers, which the application installs itself. */
const CLIENTS = { bullmq: '^6.7.0', ioredis: '^6.0.0', pg: '^8.23.0', redis: '^6.3.0' }
/**
 * Maximum installed megabytes of core with one network, and of core with all networks. The budgets
 * are 6 and 8. The values here are just above the sizes of 2026-11-23, so that growth is noticed
 * early.
 */
const MAX_MEGABYTES = { one: 5.9, all: 7.7 }
/**
 * TypeScript 5, which many applications still use. It takes 8 s for one program. The other programs
 * are compiled with the TypeScript of the workspace, which takes 1 s.
 */
const TYPESCRIPT_5 = 'node_modules/typescript/bin/tsc'
const TYPESCRIPT = join(root, 'node_modules/typescript/bin/tsc')
/** Compiler settings of applications. The last entry is the default of a CommonJS project. */
const COMPILED = [
  {
    compiler: TYPESCRIPT_5,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    files: ['typed.ts', 'commonjs.cts'],
  },
  { compiler: TYPESCRIPT, module: 'esnext', moduleResolution: 'bundler', files: ['typed.ts'] },
  { compiler: TYPESCRIPT, module: 'node20', moduleResolution: 'node16', files: ['commonjs.cts'] },
]
const COMPILED_WITH_SERVERS = [
  {
    compiler: TYPESCRIPT_5,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    files: ['servers.ts', 'servers-commonjs.cts'],
  },
  { compiler: TYPESCRIPT, module: 'esnext', moduleResolution: 'bundler', files: ['servers.ts'] },
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'install-')))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // The application must not get the settings of the workspace's own installs and imports.
    env: { ...process.env, NODE_OPTIONS: '', npm_config_user_agent: '' },
  })
  if (status !== 0) {
    console.error(`${basename(cwd)}: ${basename(command)} ${args.join(' ')} failed.\n${stdout}\n${stderr}`)
    process.exit(1)
  }
  return stdout.trim()
}

const tarballs = join(folder, 'tarballs')
mkdirSync(tarballs)
const published = workspacePackages().filter(({ manifest }) => manifest.private !== true)
const fileOf = {}
for (const { folder: from, manifest } of published) {
  const before = new Set(readdirSync(tarballs))
  run('pnpm', ['pack', '--pack-destination', tarballs, '--silent'], from)
  const made = readdirSync(tarballs).find((file) => !before.has(file))
  fileOf[manifest.name] = `file:${join(tarballs, made)}`
}

const networks = published.filter(({ manifest }) => manifest.keywords?.includes('social-platform'))
const used = [...USED, ...networks.map(({ manifest }) => manifest.name)]

const devDependencies = { typescript: '^5.9.0', '@types/node': '^22.0.0' }
const manifestOf = (names, others, types = {}) => ({
  name: 'installed-app',
  private: true,
  type: 'module',
  dependencies: { ...Object.fromEntries(names.map((name) => [name, fileOf[name]])), ...others },
  devDependencies: { ...devDependencies, ...types },
})
const manifest = manifestOf(used, { fastify: '^5.0.0' })
const manifestWithServers = manifestOf(USED_WITH_SERVERS, CLIENTS, { '@types/pg': '^8.0.0' })

/** Creates an application in a separate folder and installs its packages with npm or pnpm. */
function application(name, install) {
  const app = join(folder, name)
  cpSync(join(root, 'tooling/installed-app'), app, { recursive: true })
  install(app)
  return app
}
const write = (app, file, value) => writeFileSync(join(app, file), JSON.stringify(value, null, 2))

const byNpm = (name, its) =>
  application(name, (app) => {
    write(app, 'package.json', { ...its, overrides: fileOf })
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], app)
  })
const byPnpm = (name, its) =>
  application(name, (app) => {
    write(app, 'package.json', its)
    // pnpm requires a setting for each install script. BullMQ works without the native code that
    // this package could build.
    const allowBuilds = { 'msgpackr-extract': false }
    write(app, 'pnpm-workspace.yaml', { overrides: fileOf, packages: [], allowBuilds })
    run('pnpm', ['install', '--prefer-offline', '--silent'], app)
  })
const apps = [
  {
    folders: [byNpm('with-npm', manifest), byPnpm('with-pnpm', manifest)],
    programs: ['import.mjs', 'require.cjs'],
    compiled: COMPILED,
  },
  {
    folders: [
      byNpm('servers-with-npm', manifestWithServers),
      byPnpm('servers-with-pnpm', manifestWithServers),
    ],
    programs: ['servers-import.mjs', 'servers-require.cjs'],
    compiled: COMPILED_WITH_SERVERS,
  },
]

const [withNpm] = apps[0].folders
const sizes = {
  one: Math.max(...networks.map(({ manifest: { name } }) => installedMegabytes(withNpm, [name]))),
  all: installedMegabytes(
    withNpm,
    networks.map(({ manifest: { name } }) => name),
  ),
}
for (const [which, size] of Object.entries(sizes)) {
  const sentence = `core and ${which} of the networks take ${size.toFixed(2)} MB, of ${MAX_MEGABYTES[which]} at most`
  console.log(sentence)
  if (size > MAX_MEGABYTES[which]) {
    console.error(
      `Too large: ${sentence}. To list the content of a tarball: pnpm pack, and internal/testing/src/tsup.ts.`,
    )
    process.exitCode = 1
  }
}

/** Installs a Node version from the npm registry and returns its path. */
function nodeOf(version) {
  const home = join(folder, `node-${version}`)
  mkdirSync(home)
  write(home, 'package.json', { private: true })
  run('npm', ['install', `node@${version}`, '--no-audit', '--no-fund', '--loglevel=error'], home)
  return join(home, 'node_modules/node/bin/node')
}
const nodes = [nodeOf(LOWEST_NODE), nodeOf(NEWEST_NODE)]
for (const { folders, programs, compiled } of apps)
  for (const app of folders) {
    for (const node of nodes)
      for (const program of programs) console.log(`${basename(app)}, ${run(node, [program], app)}`)
    // With pnpm, modules may be found differently. One compiler run is enough to check this.
    const [first] = compiled
    const compilations = basename(app).endsWith('with-npm') ? compiled : [{ ...first, compiler: TYPESCRIPT }]
    for (const { files, compiler, ...modules } of compilations) {
      const compilerOptions = { ...modules, target: 'es2024', strict: true, noEmit: true, types: ['node'] }
      write(app, 'tsconfig.json', { compilerOptions, files })
      run(process.execPath, [compiler, '-p', '.'], app)
      console.log(`${basename(app)}, ${files.join(' and ')}: compiled with ${modules.moduleResolution}`)
    }
  }
