import type { LookupFunction } from 'node:net'

import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { NetworkError } from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import { aConnection, bearerPlatform, noChance } from '../http/__fixtures__/engine.js'
import { HttpEngine } from '../http/engine.js'
import { type LoopbackServer, serve } from '../http/sockets/__fixtures__/loopback.js'
import { undiciTransport } from '../http/sockets/transport.js'
import { Deadline } from '../http/time/deadline.js'
import type { Transport } from '../http/types.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import { LEASE_SECONDS } from './journal-place.js'
import { ReceiptBook } from './receipt-book.js'

const KEY = { connectionId: 'x:1', operation: 'post', idempotencyKey: 'launch' }
const LEASE = { leaseSeconds: LEASE_SECONDS }

let clock: ManualClock
let journal: InMemoryPublishJournal
let server: LoopbackServer
let transport: Transport
let received: number
/** Called while a connection is being opened. */
let whileConnecting: () => void

const lookup: LookupFunction = (_host, _options, answer) => {
  whileConnecting()
  answer(null, [{ address: '127.0.0.1', family: 4 }])
}

beforeEach(async () => {
  clock = new ManualClock()
  journal = new InMemoryPublishJournal({ clock })
  received = 0
  server = await serve((request, response) => {
    received += 1
    request.resume().on('end', () => response.end('{}'))
  })
  transport = undiciTransport({ lookup, allowLoopback: true })
})

afterEach(async () => {
  await transport.close()
  await server.close()
})

/** Sends the visible request, as a platform does with a receipt book. */
async function publish(body?: { readonly size: number; readonly beforePiece: () => void }) {
  const entry = await journal.open(KEY, 'f1', LEASE)
  if (entry.state !== 'NEW') throw new Error('The entry should be new.')
  const book = new ReceiptBook({
    journal,
    clock,
    key: KEY,
    platform: 'x',
    fingerprint: 'f1',
    files: null,
    claim: entry.claim,
    receipt: null,
    inFlight: new Set(),
    bound: (work) => work,
  })
  const origin = server.url.replace('127.0.0.1', 'machine.test')
  const http = new HttpEngine({ transport, clock, random: noChance }).bind({
    platform: { ...bearerPlatform, origins: () => [origin] },
    base: origin,
    connection: () => aConnection(),
    app: () => Promise.resolve(null),
    renew: null,
    deadline: new Deadline({ clock, seconds: 120 }),
    operation: 'post',
    publish: Object.assign(book, { noteWrite: () => {} }),
  })
  const pieces = body && {
    length: body.size * 2,
    async *open() {
      for (let piece = 0; piece < 2; piece += 1) {
        if (piece === 1) body.beforePiece()
        yield new Uint8Array(body.size)
      }
    },
  }
  try {
    await http.post('/posts', v.object({}), {
      finish: { data: {} },
      retry: 'never',
      ...(pieces && { body: pieces }),
    })
    return { error: null, book }
  } catch (error) {
    return { error, book }
  } finally {
    book.close()
  }
}

it('sends a post if the machine was not suspended', async () => {
  whileConnecting = () => {}
  expect((await publish()).error).toBeNull()
  expect(received).toBe(1)
})

it.each([
  ['suspended', (seconds: number) => clock.step(seconds)],
  ['paused', (seconds: number) => clock.stall(seconds)],
])('sends nothing if the machine was %s while its connection was opened', async (_what, sleep) => {
  whileConnecting = () => sleep(LEASE_SECONDS)
  const { error, book } = await publish()
  expect(NetworkError.is(error) && error.delivery).toBe('NOT_SENT')
  expect([received, book.isOpen]).toEqual([0, false])
})

it('sends a post when the machine was suspended for less than the lease', async () => {
  whileConnecting = () => clock.step(LEASE_SECONDS - 1)
  expect((await publish()).error).toBeNull()
  expect(received).toBe(1)
})

it('aborts a request in the middle of its body, with an unknown outcome', async () => {
  whileConnecting = () => {}
  const { error, book } = await publish({ size: 100_000, beforePiece: () => clock.step(LEASE_SECONDS) })
  expect(NetworkError.is(error) && error.delivery).toBe('UNKNOWN')
  expect(book.isOpen).toBe(true)
})

it('lets another worker take the entry while the machine is suspended', async () => {
  await journal.open(KEY, 'f1', LEASE)
  clock.step(LEASE_SECONDS - 1)
  expect((await journal.open(KEY, 'f1', LEASE)).state).toBe('BUSY')
  clock.step(1)
  expect((await journal.open(KEY, 'f1', LEASE)).state).toBe('NEW')
})
