import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'


import { type Connection, InMemoryStorage, SocialClient } from '@social/core'

import { bluesky } from '../platform.js'

/** A real Bluesky server (PDS) that runs on this machine. */
export interface RealPds {
  /** Base URL of the server, for example `http://localhost:4100`. */
  readonly url: string
  readonly plc: string
  /** Secret with which the server signs its tokens. */
  readonly jwtSecret: string
  /** Sends a request to the server without the library. */
  ask(nsid: string, request: AskOptions): Promise<{ readonly status: number; readonly body: unknown }>
  stop(): Promise<void>
}

/** Options of a request that is sent without the library. */
export interface AskOptions {
  readonly token?: string
  readonly json?: unknown
  readonly query?: Readonly<Record<string, string>>
}

const PROGRAM = fileURLToPath(new URL('../../../../../tooling/real-pds.mjs', import.meta.url))

async function ask(
  url: string,
  nsid: string,
  { token, json, query }: AskOptions,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${url}/xrpc/${nsid}?${new URLSearchParams(query).toString()}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) }
}

/** Reports on stderr and in the summary of the run that tests are skipped. */
function leaveOut(why: string): null {
  const line = `the tests against a real Bluesky server: ${why}`
  process.stderr.write(`left out: ${line}\n`)
  const file = process.env['LEFT_OUT_FILE']
  if (file) appendFileSync(file, `${line}\n`)
  return null
}

/**
 * Starts a real server (PDS), and installs it first if needed. Returns null and reports the reason
 * if the server is not available.
 */
export async function startRealPds(): Promise<RealPds | null> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    new Promise<[string]>((resolve) => {
      lines.once('line', (text) => resolve([text]))
    }),
    ended.then((): [string] => ['{"leftOut":"it stopped during the start"}']),
  ])
  const printed: unknown = JSON.parse(line)
  const { pds, plc, jwtSecret, leftOut } = printed as Record<string, string | undefined> // safe cast: the program prints an object of texts
  if (!pds || !plc || !jwtSecret) return leaveOut(leftOut ?? 'it did not report its URL')
  return {
    url: pds,
    plc,
    jwtSecret,
    ask: (nsid, request) => ask(pds, nsid, request),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** A user of the real server. */
export interface RealPerson {
  readonly did: string
  readonly handle: string
  readonly appPassword: string
  /** Token of a session with the account's own password, for checks without the library. */
  readonly ownToken: string
}

/** Creates an account and an app password on the real server. */
export async function makePerson(pds: RealPds, name: string, { privileged = false } = {}): Promise<RealPerson> {
  const handle = `${name}.test`
  const made = await pds.ask('com.atproto.server.createAccount', {
    json: { handle, email: `${name}@example.com`, password: `the-password-of-${name}` },
  })
  const { did, accessJwt } = made.body as { did: string; accessJwt: string } // safe cast: the server returns these fields for a new account
  const key = await pds.ask('com.atproto.server.createAppPassword', {
    token: accessJwt,
    json: { name: 'app', privileged },
  })
  const { password } = key.body as { password: string } // safe cast: the server returns this field for a new app password
  return { did, handle, appPassword: password, ownToken: accessJwt }
}

/** Creates the platform with the addresses of the real server only. */
export function realBluesky(pds: RealPds, options: Parameters<typeof bluesky>[0] = {}) {
  const { url: resolver, plc } = pds
  return bluesky({ addresses: { resolver, plc, entryway: resolver }, ...options })
}

/** Creates a client of the real server and signs an account in. */
export async function signIn(pds: RealPds, person: RealPerson) {
  const storage = new InMemoryStorage()
  const platform = realBluesky(pds)
  const client = new SocialClient({ storage, allowLoopback: true, platforms: { bluesky: platform } })
  const step = await client.finishLogin('bluesky', {
    redirectUri: 'https://app.example/callback',
    state: 'state',
    callback: { handle: person.handle, app_password: person.appPassword },
  })
  if (step.step !== 'FINISHED') throw new Error('the sign-in did not finish')
  const connection: Connection = step.connection
  return { client, storage, platform, connection, account: client.accountOf('bluesky', connection.id) }
}
