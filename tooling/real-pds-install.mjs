// Installs the real Bluesky server (PDS) for tests on first use, into node_modules/.cache. The
// server is not part of the workspace, because its packages would be most of the lockfile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '0.5.35'
/** Date that fixes the versions of the server's dependencies: the newest before this day. */
const BEFORE = '2026-11-21'
const INSTALL_SECONDS = 240

/**
 * Replacement for the SQLite package, which would need a compiler. It uses Node's own SQLite and
 * has only the functions that kysely and the PDS call.
 */
const SQLITE = `const { DatabaseSync } = require('node:sqlite')
class Statement {
  constructor(statement) { this.statement = statement; this.reader = statement.columns().length > 0 }
  all(values = []) { return this.statement.all(...values) }
  run(values = []) { return this.statement.run(...values) }
  iterate(values = []) { return this.statement.iterate(...values) }
}
module.exports = class Database {
  constructor(location) { this.database = new DatabaseSync(location, { timeout: 1000 }) }
  prepare(sql) { return new Statement(this.database.prepare(sql)) }
  pragma(text) { return this.database.prepare('PRAGMA ' + text).all() }
  close() { this.database.close() }
}
`
/** Packages that the server imports but that the tests do not use: cloud storage and telemetry. */
const STUBS = {
  'better-sqlite3': { file: 'index.cjs', source: SQLITE },
  '@atproto/aws': {
    file: 'index.mjs',
    source: 'export class KmsKeypair {}\nexport class S3BlobStore {}\n',
  },
  '@atproto-labs/opentelemetry-node': { file: 'index.mjs', source: 'export {}\n' },
  '@opentelemetry/instrumentation-aws-sdk': { file: 'index.mjs', source: 'export {}\n' },
  '@opentelemetry/instrumentation-ioredis': { file: 'index.mjs', source: 'export {}\n' },
  'opentelemetry-plugin-better-sqlite3': { file: 'index.mjs', source: 'export {}\n' },
}

const root = fileURLToPath(new URL('..', import.meta.url))
const recipe = createHash('sha256')
  .update(JSON.stringify([VERSION, BEFORE, STUBS]))
  .digest('hex')
  .slice(0, 12)
/** Folder in which the server is installed. */
export const home = join(root, 'node_modules/.cache', `real-pds-${recipe}`)

/**
 * Returns the reason of an npm failure: its code, such as `ECONNREFUSED`, or the last line of the
 * output.
 */
const inShort = (text) => /npm error code (\S+)/.exec(text)?.[1] ?? text.trim().split('\n').at(-1)

function writeFiles(folder) {
  const overrides = {}
  for (const [name, { file, source }] of Object.entries(STUBS)) {
    const path = join('stubs', name.replaceAll('/', '__'))
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, file), source)
    writeFileSync(
      join(folder, path, 'package.json'),
      JSON.stringify({ name, version: '0.0.0', main: `./${file}` }),
    )
    overrides[name] = `file:./${path}`
  }
  const dependencies = { '@atproto/pds': VERSION }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'real-pds', private: true, dependencies, overrides }),
  )
}

/** Installs the server. @returns Null on success, and otherwise the reason of the failure. */
export function install() {
  if (existsSync(join(home, 'ready'))) return null
  mkdirSync(dirname(home), { recursive: true })
  const lock = `${home}.lock`
  for (const started = Date.now(); ;)
    try {
      mkdirSync(lock)
      break
    } catch {
      if (existsSync(join(home, 'ready'))) return null
      if (Date.now() - started > INSTALL_SECONDS * 1000)
        return 'another process has been installing it for too long'
      // Removes the lock of an installation that was killed.
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > INSTALL_SECONDS * 1000)
        rmSync(lock, { recursive: true, force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    }
  try {
    if (existsSync(join(home, 'ready'))) return null
    const folder = mkdtempSync(`${home}-`)
    writeFiles(folder)
    const flags = [
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `--before=${BEFORE}`,
      '--loglevel=error',
      '--fetch-retries=1',
    ]
    const { status, stderr, error } = spawnSync('npm', ['install', ...flags], {
      cwd: folder,
      encoding: 'utf8',
      timeout: INSTALL_SECONDS * 1000,
      shell: process.platform === 'win32',
    })
    if (status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      return `npm could not install @atproto/pds: ${error?.message ?? inShort(stderr ?? '')}`
    }
    writeFileSync(join(folder, 'ready'), '')
    rmSync(home, { recursive: true, force: true })
    renameSync(folder, home)
    return null
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
