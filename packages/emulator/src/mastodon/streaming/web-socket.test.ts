import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Emulator, startEmulator } from '../../start-emulator.js'
import { type MastodonModule, mastodonNetwork } from '../module.js'

const PATH = '/api/v1/streaming'
/** Long timeout in milliseconds, because the machine can be busy. */
const PATIENCE = { timeout: 120_000 }

let emulator: Emulator<[MastodonModule]>
let port: number
beforeEach(async () => {
  emulator = await startEmulator({ networks: [mastodonNetwork()] })
  port = Number(new URL(emulator.url('mastodon')).port)
})
afterEach(() => emulator.close())

const tokenOf = (scopes?: string): string =>
  emulator.control.mastodon.signIn({ person: 'ada', ...(scopes && { scopes }) }).accessToken

/** Opens a WebSocket and returns it with its received messages. */
async function opened(query = '', protocols: string[] = []) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}${query}`, protocols)
  const messages: unknown[] = []
  let isClosed = false
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  socket.addEventListener('close', () => (isClosed = true))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('It did not open.')))
  })
  return {
    messages,
    isClosed: () => vi.waitFor(() => expect(isClosed).toBe(true), PATIENCE),
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    received: (count: number) => vi.waitFor(() => expect(messages).toHaveLength(count), PATIENCE),
    streams: (open: number) =>
      vi.waitFor(() => expect(emulator.control.mastodon.streams().open).toBe(open), PATIENCE),
    close: () => socket.close(),
  }
}

/** Returns the HTTP status of the response to a WebSocket upgrade request. */
const answerTo = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const asking = request({ port, path: PATH, headers: { ...upgrade, ...headers } })
    asking.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asking.on('error', reject)
    asking.end()
  })

describe('a WebSocket', () => {
  it('accepts the token in the query, as the protocol, and in the header', async () => {
    const token = tokenOf()
    const one = await opened(`?access_token=${token}`)
    const two = await opened('', [token])

    expect(await answerTo({ authorization: `Bearer ${token}` })).toBe(101)
    one.close()
    two.close()
    await one.isClosed()
    await two.isClosed()
  })

  it('is refused without a token, and with one without access to notifications', async () => {
    expect(await answerTo({})).toBe(401)
    expect(await answerTo({ authorization: `Bearer ${tokenOf('write')}` })).toBe(403)
  })

  it('carries the subscribed streams until they are unsubscribed', async () => {
    const one = await opened('?stream=user', [tokenOf()])
    await one.streams(1)
    one.say({ type: 'subscribe', stream: 'user' })
    one.say({ type: 'subscribe', stream: 'user:notification' })
    await one.streams(2)
    emulator.control.mastodon.mention({ by: 'bea', of: 'ada', text: 'x'.repeat(300) })
    await one.received(2)
    one.say({ type: 'unsubscribe', stream: 'user' })
    await one.streams(1)
    emulator.control.mastodon.mention({ by: 'bea', of: 'ada', text: 'hey' })
    await one.received(3)
    one.close()
    await one.streams(0)

    expect(one.messages).toMatchObject([
      { stream: ['user'], event: 'notification', payload: expect.stringContaining('"mention"') },
      { stream: ['user:notification'], event: 'notification' },
      { stream: ['user:notification'], event: 'notification' },
    ])
  })

  it('reports an unknown stream, and invalid messages', async () => {
    const one = await opened('', [tokenOf()])
    const invalid = [{ type: 'subscribe', stream: 'hashtag' }, 'no JSON {', '[]', '7', { type: 'subscribe' }]
    for (const message of invalid) one.say(message)
    await one.received(invalid.length)

    expect(new Set(one.messages.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['{"error":"Unknown stream type","status":400}']),
    )
    one.close()
    await one.isClosed()
  })

  it.each(['END', 'CUT', 'MID_EVENT'])('ends with its stream: %s', async (how) => {
    const one = await opened('?stream=user', [tokenOf()])
    await one.streams(1)

    expect(emulator.control.mastodon.dropStreams({ how })).toEqual({ dropped: 1 })
    await one.isClosed()
  })

  it.each([
    ['a message that is too long', Buffer.from([0x81, 0xff])],
    ['a frame that is not masked', Buffer.from([0x81, 1, 65])],
    ['a piece of a message', Buffer.from([1, 0x80, 0, 0, 0, 0])],
  ])('is closed by %s, and responds to a ping', async (_what, bytes) => {
    const token = tokenOf()
    const socket: Socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (piece) => received.push(piece))
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    await vi.waitFor(() => expect(Buffer.concat(received).toString()).toContain('101'), PATIENCE)
    socket.write(Buffer.from([0x89, 0x81, 0, 0, 0, 0, 42]))
    await vi.waitFor(
      () => expect(Buffer.concat(received).subarray(-3)).toEqual(Buffer.from([0x8a, 1, 42])),
      PATIENCE,
    )
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.write(bytes)

    await closed
  })
})
