import { EventEmitter } from 'node:events'

import type { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Notifications } from './notifications.js'

const GONE = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
})

/** Fakes a PostgreSQL client that can connect unless the server is unreachable. */
class FakeClient extends EventEmitter {
  readonly asked: string[] = []
  isEnded = false
  readonly #isAway: () => boolean

  constructor(isAway: () => boolean) {
    super()
    this.#isAway = isAway
  }

  async connect(): Promise<void> {
    if (this.#isAway()) throw new Error('away')
  }

  async query(text: string): Promise<void> {
    this.asked.push(text)
  }

  async end(): Promise<void> {
    this.isEnded = true
    this.emit('end')
  }
}

function aBench() {
  const clients: FakeClient[] = []
  const calls: unknown[] = []
  let isAway = false
  const notifications = new Notifications({
    connect: () => {
      const client = new FakeClient(() => isAway)
      clients.push(client)
      return client as unknown as Client // safe cast: the tested code uses only these methods
    },
    channel: 'jobs "here"',
    heard: (payload) => calls.push(payload),
    onBack: () => calls.push('back'),
    onError: (error) => calls.push(error),
  })
  return { clients, calls, notifications, turn: (away: boolean) => (isAway = away) }
}

describe('notifications', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are received', async () => {
    const { clients, calls, notifications } = aBench()
    await notifications.start()
    expect(clients[0]?.asked).toEqual(['LISTEN "jobs ""here"""'])
    clients[0]?.emit('notification', { payload: 'posts' })
    clients[0]?.emit('notification', {})
    expect(calls).toEqual(['posts', ''])
  })

  it('may end with an error after the close, as from a server that shuts down', async () => {
    const { clients, calls, notifications } = aBench()
    await notifications.start()
    await notifications.close()
    expect(() => clients[0]?.emit('error', GONE)).not.toThrow()
    expect([calls, clients.length, vi.getTimerCount()]).toEqual([[], 1, 0])
  })

  it('are received again after a cut, which is reported once; retries become less and less frequent', async () => {
    const { clients, calls, notifications, turn } = aBench()
    await notifications.start()
    turn(true)
    clients[0]?.emit('error', GONE)
    clients[0]?.emit('error', new Error('and then the line'))
    expect([calls, clients[0]?.isEnded]).toEqual([[GONE], true])
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(clients).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(clients).toHaveLength(3)
    expect(clients.every(({ isEnded }) => isEnded)).toBe(true)
    turn(false)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(calls).toEqual([GONE, 'back'])
    clients[3]?.emit('notification', { payload: 'posts' })
    expect(calls.at(-1)).toBe('posts')

    clients[3]?.emit('end')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([clients.length, calls.at(-1)]).toEqual([5, 'back'])
  })

  it('are not retried if the first connection fails, or after the close', async () => {
    const { clients, notifications, turn } = aBench()
    turn(true)
    await expect(notifications.start()).rejects.toThrow('away')
    expect([clients[0]?.isEnded, vi.getTimerCount()]).toEqual([true, 0])
    turn(false)
    await notifications.start()
    clients[1]?.emit('error', GONE)
    await notifications.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([clients.length, vi.getTimerCount()]).toEqual([2, 0])
  })
})
