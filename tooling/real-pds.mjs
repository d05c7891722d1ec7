// Runs a real Bluesky server (PDS, https://github.com/bluesky-social/pds) and a directory of DIDs
// on loopback for tests. Installs them on first use. Prints one line of JSON: { "pds", "plc",
// "jwtSecret" }, or { "leftOut" } with the reason. Ends when its stdin ends.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { home, install } from './real-pds-install.mjs'
import { startPlc } from './real-pds-plc.mjs'

/** Returns a free port. */
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
    // No server listens on this port, so requests that need an app view fail.
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
    console.log(JSON.stringify({ leftOut: `the server did not start: ${error.message}` }))
    process.exit(1)
  })
