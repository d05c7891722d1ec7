import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { FakePlatform, fakeRandom } from '@social/testkit/application'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { PREFIX, startWorkers } from './workers.js'

const WEBHOOKS = 10_000
const CONCURRENCY = 64
/**
 * Maximum difference in bytes between two heap measurements after garbage collection, if no memory
 * leaks.
 */
const FLAT_BYTES = 6 * 1024 * 1024

let running: Awaited<ReturnType<typeof startWorkers>>
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  running = await startWorkers(['express', 'fastify', 'nest on express', 'hono'])
})
afterEach(async () => {
  agent.destroy()
  await running.close()
})

interface Message {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly isAltered: boolean
  /** True if the test sends a duplicate of the message at the same time. */
  readonly isTwin: boolean
}

/**
 * Creates webhook requests for all updates, in random order. A tenth are sent twice, half of those
 * at the same time. One in a hundred was altered on the way.
 */
function messages(): readonly Message[] {
  const fake = new FakePlatform()
  const all: Message[] = []
  for (let index = 0; index < WEBHOOKS; index += 1) {
    const at = new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString()
    const body = JSON.stringify({ id: String(index), kind: 'MENTION', connection_id: 'fake:42', at })
    const right = {
      body,
      headers: { ...fake.signPush(body), 'content-type': 'application/json' },
      isAltered: false,
      isTwin: index % 20 === 10,
    }
    all.push(right)
    if (index % 20 === 0) all.push(right)
    if (index % 100 === 0)
      all.push({ ...right, body: body.replace('MENTION', 'MENTIOM'), isAltered: true, isTwin: false })
  }
  return shuffled(all).flatMap((message) => (message.isTwin ? [message, message] : [message]))
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const random = fakeRandom()
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

const NO_ANSWER = 0

function post(origin: string, { body, headers }: Message): Promise<number> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const outgoing = request(`${origin}${PREFIX}/webhooks/fake`, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    // A connection that ends without a response counts as no response. The sender then repeats the
    // request.
    outgoing.on('error', () => resolve(NO_ANSWER))
    outgoing.end(body)
  })
}

/**
 * Sends all webhook requests as fast as the processes accept them. A request without status 200 is
 * sent again to another process.
 */
async function storm(all: readonly Message[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  const send = async (): Promise<void> => {
    for (let message = all[next++]; message; message = all[next++])
      for (let attempt = next; ; attempt += 1) {
        const status = await post(running.workers[attempt % 4]?.origin ?? '', message)
        if (status !== NO_ANSWER) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200 || (message.isAltered && status !== NO_ANSWER)) break
        await pause(20)
      }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  return statuses
}

async function heaps(): Promise<readonly number[]> {
  return Promise.all(running.workers.map(async ({ child }) => Number(await child.ask('memory'))))
}

it('handles each of 10,000 webhooks once in 4 processes, refuses every altered one, and uses bounded memory', async () => {
  const all = messages()
  const half = Math.floor(all.length / 2)
  const statuses = await storm(all.slice(0, half))
  const before = await heaps()
  for (const [status, count] of await storm(all.slice(half)))
    statuses.set(status, (statuses.get(status) ?? 0) + count)
  const after = await heaps()

  const handled = running.handled()
  expect(handled).toHaveLength(WEBHOOKS)
  expect(new Set(handled).size).toBe(WEBHOOKS)
  expect(statuses.get(401)).toBe(WEBHOOKS / 100)
  expect(statuses.get(200)).toBe(WEBHOOKS * 1.1)
  // Status 503 asks for a retry while another process handles the same update. Status 401 refuses
  // altered requests.
  expect([...statuses.keys()].filter((status) => ![200, 401, 503].includes(status))).toEqual([])
  for (const [index, heap] of after.entries()) expect(heap - (before[index] ?? 0)).toBeLessThan(FLAT_BYTES)
})
