import { Dispatcher, Follower, InMemoryMarkers, InMemorySeenUpdates } from '@social/core'
import { describe, expect, it } from 'vitest'

import { GENEROUS, until, usingListener } from '../__fixtures__/listening.js'

const STREAM_PATH = '/api/v1/streaming/user/notification'

/**
 * Starts an application with a follower. The follower can be stopped and restarted with the same
 * stores.
 */
async function usingFollower() {
  const at = await usingListener({ server: GENEROUS })
  const { clock, account } = at
  const seen = new InMemorySeenUpdates({ clock })
  const markers = new InMemoryMarkers()
  const handled: (string | null)[] = []
  const errors: unknown[] = []
  let failEvery = Infinity
  let deliveries = 0

  function start() {
    const stop = new AbortController()
    const dispatcher = new Dispatcher({ seen, clock })
    dispatcher.onAny(({ postId }) => {
      deliveries += 1
      if (deliveries % failEvery === 0) throw new Error('The database is down.')
      handled.push(postId)
    })
    const follower = new Follower({
      account,
      markers,
      dispatcher,
      clock,
      everySeconds: 5,
      signal: stop.signal,
      onError: (error) => void errors.push(error),
    })
    const over = follower.runForever().catch(() => undefined)
    return {
      async stop(): Promise<void> {
        stop.abort(new Error('The process ends.'))
        await over
      },
    }
  }
  return Object.assign(at, { start, handled, errors, failEvery: (every: number) => (failEvery = every) })
}

describe('a follower', () => {
  it('handles each update once while the stream is dropped and the process restarted', async () => {
    await using at = await usingFollower()
    at.people.disturbStreams({ dropAfter: 1, how: 'MID_EVENT', repeats: 2 })
    const made: string[] = []
    let process = at.start()
    for (let drops = 0; drops < 40; drops += 1) {
      await at.isOpen()
      made.push(at.mention('while it stands'), at.mention('while it is gone'))
      if (drops % 10 === 9) {
        await process.stop()
        made.push(at.mention('while nobody is there'))
        process = at.start()
      }
      await until(() => at.handled.length >= made.length)
    }
    await process.stop()
    await until(() => at.people.streams().open === 0)

    expect(new Set(at.handled)).toEqual(new Set(made))
    expect(at.handled).toHaveLength(84)
  })

  it('loses no update of an account without updates when every call fails at first', async () => {
    await using at = await usingFollower()
    const failures = ['/api/v1/notifications', STREAM_PATH].map((path) =>
      at.faults.add({ path, fault: 'status', status: 503, body: {}, count: 'all' }),
    )
    const process = at.start()
    await until(() => at.errors.length >= 1 || at.counts()['GET /api/v1/notifications'] !== undefined)
    // The mentions fill more than one page.
    const made = Array.from({ length: 100 }, (_none, number) => at.mention(`number ${number}`))
    await until(() => (at.counts()['GET /api/v1/notifications'] ?? 0) >= 5)
    for (const failure of failures) failure.remove()
    await until(() => at.handled.length >= made.length)
    await process.stop()

    expect(at.handled).toEqual(made)
  })

  it('handles failed updates again, and no others', async () => {
    await using at = await usingFollower()
    at.failEvery(4)
    const process = at.start()
    const made: string[] = []
    for (let count = 0; count < 12; count += 1) {
      await at.isOpen()
      made.push(at.mention())
      await until(() => at.handled.length >= made.length)
    }
    await process.stop()

    expect(at.handled).toEqual(made)
    expect(at.errors.length).toBeGreaterThanOrEqual(3)
  })

  it.each([404, 501, 401])('polls when the server has no stream (%i)', async (status) => {
    await using at = await usingFollower()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status, body: {}, count: 'all' })
    const process = at.start()
    const made = [at.mention()]
    await until(() => at.handled.length === 1)
    made.push(at.mention())
    await until(() => at.handled.length === 2)
    await process.stop()

    expect(at.handled).toEqual(made)
    expect(at.errors).toHaveLength(1)
  })
})
