import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { NetworkError } from '@social/core/platform'
import { afterEach, expect, it, vi } from 'vitest'

import { pgBossQueue } from './open.js'

/** Lets whoever comes in: AuthenticationOk, ReadyForQuery. https://www.postgresql.org/docs/15/protocol-message-formats.html */
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

/** A server that answers the first messages, and says nothing from then on. */
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
  const { port } = server.address() as AddressInfo // it listens on a port
  return { heard: heard.promise, connectionString: `postgres://somebody@127.0.0.1:${port}/jobs` }
}

it.each([
  ['lets nobody in', []],
  ['lets everybody in and answers nothing', [COME_IN]],
])('gives up after answerSeconds on a server that %s', async (_what, answers) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { heard, connectionString } = await silentServer(answers)
  const opening = pgBossQueue({ connectionString, answerSeconds: 3 })
  let error: unknown = null
  opening.catch((reason: unknown) => (error = reason))
  await heard
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()

  await vi.waitFor(() => expect(NetworkError.is(error)).toBe(true), 20_000)
  expect(String(error)).toContain('PostgreSQL could not be asked to open the jobs')
})
