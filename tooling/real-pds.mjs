// Runs a real Bluesky server (PDS, https://github.com/bluesky-social/pds) and a directory of DIDs on loopback, for tests.
// Installs it on first use into node_modules/.cache, outside the workspace: it would be most of the lockfile.
// Prints one line of JSON: { "pds", "plc", "jwtSecret" }, or { "leftOut" } saying why there is none. Ends with its stdin.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { startPlc } from './real-pds-plc.mjs'

const VERSION = '0.5.35'
/** Versions of what it depends on are those of that day. */
const BEFORE = '2026-11-21'
const INSTALL_SECONDS = 240

/** Node's own SQLite in place of the one that wants a compiler: the few calls that kysely and the PDS make. */
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
/** What is imported and never used here: cloud storage and telemetry. */
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
const home = join(root, 'node_modules/.cache', `real-pds-${recipe}`)

/** Why npm failed, in a few words: its code, `ECONNREFUSED` say, else the last line. */
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

/** Installs it; @returns null when it is there, else why it is not. */
function install() {
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
      // A lock that a killed process left behind.
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

/** A port that is free now. */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

const secret = () => randomBytes(32).toString('hex')

async function startPds(plc) {
  const { envToCfg, envToSecrets, PDS, readEnv } = await import(
    pathToFileURL(join(home, 'node_modules/@atproto/pds/dist/index.js')).href
  )
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'real-pds-'))
  const jwtSecret = secret()
  const env = {
    ...readEnv(),
    port,
    hostname: 'localhost',
    devMode: true,
    dataDirectory: data,
    blobstoreDiskLocation: join(data, 'blobs'),
    blobUploadLimit: 5_242_880,
    didPlcUrl: plc.url,
    serviceHandleDomains: ['.test'],
    inviteRequired: false,
    enableDidDocWithSession: true,
    rateLimitsEnabled: false,
    disableSsrfProtection: true,
    crawlers: [],
    // Nobody answers there: what needs an app view fails the way it fails when that is down.
    bskyAppViewUrl: 'http://localhost:1',
    bskyAppViewDid: 'did:web:localhost%3A1',
    jwtSecret,
    dpopSecret: secret(),
    adminPassword: secret(),
    plcRotationKeyK256PrivateKeyHex: secret(),
  }
  const pds = await PDS.create(envToCfg(env), envToSecrets(env))
  await pds.start()
  return {
    url: `http://localhost:${port}`,
    jwtSecret,
    async close() {
      await pds.destroy()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function run() {
  process.env.LOG_ENABLED = 'false'
  const leftOut = install()
  if (leftOut !== null) {
    console.log(JSON.stringify({ leftOut }))
    return
  }
  const plc = await startPlc(home)
  const pds = await startPds(plc)
  console.log(JSON.stringify({ pds: pds.url, plc: plc.url, jwtSecret: pds.jwtSecret }))
  const stop = async () => {
    await pds.close()
    await plc.close()
    process.exit(0)
  }
  process.stdin.on('end', stop).on('close', stop).resume()
  process.on('SIGTERM', stop)
}

if (process.argv.includes('--install')) {
  const leftOut = install()
  console.log(leftOut ?? 'The real PDS is installed.')
} else
  await run().catch((error) => {
    console.log(JSON.stringify({ leftOut: `it did not start: ${error.message}` }))
    process.exit(1)
  })
