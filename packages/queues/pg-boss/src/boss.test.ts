import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { emptyDatabase } from '@social-internal/servers'
import { NetworkError } from '@social/core/store'
import { Client } from 'pg'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import { afterEach, expect, inject, it, vi } from 'vitest'

import { pgBossQueue } from './open.js'
import { readSettings } from './options.js'

const SERVER = inject('postgresUrl')

/**
 * PostgreSQL messages that accept a login: AuthenticationOk and ReadyForQuery.
 * https://www.postgresql.org/docs/15/protocol-message-formats.html
 */
const COME_IN = Buffer.from('5200000008000000005a0000000549', 'hex')

const open: { readonly server: Server; readonly sockets: Socket[] }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
})

/**
 * Starts a server that sends the given responses to the first messages and then stops responding.
 */
async function silentServer(answers: readonly Buffer[]) {
  const heard = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const left = [...answers]
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const answer = left.shift()
      if (answer === undefined) heard.resolve()
      else socket.write(answer)
    })
  })
  open.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // safe cast: a server that listens on TCP has an address object
  return { heard: heard.promise, connectionString: `postgres://somebody@127.0.0.1:${port}/jobs` }
}

it.each([
  ['accepts no login', []],
  ['accepts logins and answers no query', [COME_IN]],
])('times out after answerSeconds on a server that %s', async (_what, answers) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { heard, connectionString } = await silentServer(answers)
  const opening = pgBossQueue({ connectionString, answerSeconds: 3 })
  let error: unknown = null
  opening.catch((reason: unknown) => (error = reason))
  await heard
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()

  await vi.waitFor(() => expect(NetworkError.is(error)).toBe(true), 20_000)
  expect(String(error)).toContain('PostgreSQL failed to open the jobs')
})

it.skipIf(SERVER === null)(
  'creates its schema and its queue, in which no job ends by itself within a day',
  async () => {
    const database = await emptyDatabase(SERVER ?? '')
    const queue = await pgBossQueue({ connectionString: database.url })
    await queue.close()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows: versions } = await client.query('SELECT version FROM social_jobs.version')
    const { rows: queues } = await client.query(
      `SELECT name, policy, notify, retry_limit, retry_delay, retry_backoff, heartbeat_seconds, expire_seconds,
         retention_seconds FROM social_jobs.queue WHERE name NOT LIKE '\\_\\_%'`,
    )
    await client.end()
    await database.remove()

    expect(versions).toEqual([{ version: manifest.pgboss.schema }])
    expect(queues).toEqual([
      {
        name: 'social',
        policy: 'standard',
        notify: true,
        retry_limit: 1_000_000_000,
        retry_delay: 0,
        retry_backoff: false,
        heartbeat_seconds: 10,
        expire_seconds: 86_400,
        retention_seconds: 31_536_000,
      },
    ])
  },
)

it('has defaults for all settings except the database', () => {
  for (const connectionString of ['postgres://127.0.0.1/jobs', 'postgresql://127.0.0.1/jobs'])
    expect(readSettings({ connectionString })).toEqual({
      connectionString,
      schema: 'social_jobs',
      name: 'social',
      connections: 10,
      answerSeconds: 30,
    })
})

it.each([
  [{ schema: 'a'.repeat(49) }, 'schema must be'],
  [{ name: '' }, 'name must be'],
  [{ name: '1st' }, 'name must be'],
  [{ connections: 2.5 }, 'connections must be'],
  [{ answerSeconds: Infinity }, 'answerSeconds must be'],
])('refuses %o', (changes, message) => {
  expect(() => readSettings({ connectionString: 'postgres://127.0.0.1/jobs', ...changes })).toThrow(message)
})

it('accepts the longest names and the fewest connections', () => {
  const settings = { schema: 'a'.repeat(48), name: '_'.repeat(48), connections: 2, answerSeconds: 0.1 }
  expect(readSettings({ connectionString: 'postgres://127.0.0.1/jobs', ...settings })).toMatchObject(settings)
})
