import { type Clock, OutcomeUnknownError } from '@social/core'
import type { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Method and path of the requests that a fault affects. */
interface Requests {
  readonly method: string
  readonly path: string
}

/** Faults that the tests apply to these requests. */
type Disturbance =
  | { readonly fault: 'replyLost' }
  | {
      readonly fault: 'status'
      readonly status: number
      readonly body?: unknown
      readonly nth?: number
      readonly count: 'all'
    }

/**
 * Account at an emulated network. The application publishes one post under a key and does not get
 * the response.
 */
export interface BusyAccount extends AsyncDisposable {
  readonly clock: FakeClock
  readonly faults: { add(fault: Requests & Disturbance): { remove(): void } }
  requests(): readonly Requests[]
  /** Returns the ids of the posts that the application published, in order. */
  made(): readonly string[]
  /**
   * Publishes the post under the same key, like a separate process with this clock. Returns the id
   * or the error.
   */
  post(clock: Clock): Promise<unknown>
  /**
   * Publishes a post of the account without the application, either with another text or with the
   * same text.
   */
  postByHand(text: 'OTHER' | 'SAME'): unknown
}

/** Network whose list of posts the library searches for a post with a lost response. */
export interface ListingNetwork {
  readonly name: string
  open(): Promise<BusyAccount>
  /** Request that publishes the post. */
  readonly visible: Requests
  /** Request that lists the account's posts. */
  readonly list: Requests
  /** Empty page of the list, whose cursor leads to the same page again. */
  readonly circle: object
  /** Maximum number of list requests in one call while the cursor leads to the same page. */
  readonly maxPages: number
}

/** Number of posts after the lost post. One page of the list contains fewer posts. */
const LATER_POSTS = 300
/** Average seconds between two of the later posts. */
const SECONDS_APART = 20

/** Creates a clock that differs from another clock by a number of seconds. */
function shiftedClock(clock: FakeClock, seconds: number): Clock {
  return {
    now: () => new Date(clock.now().getTime() + seconds * 1000),
    monotonic: () => clock.monotonic(),
    sleep: (length, options) => clock.sleep(length, options),
  }
}

async function publishMany(at: BusyAccount): Promise<void> {
  await at.clock.advance(SECONDS_APART)
  for (let one = 0; one < LATER_POSTS; one += 1) {
    await at.postByHand('OTHER')
    if (one % 30 === 0) await at.clock.advance(SECONDS_APART * 30)
  }
  // After this time, rate limits per minute allow new requests.
  await at.clock.advance(120)
}

/**
 * Defines tests for a post with a lost response on an account with many posts. For any response of
 * the list, the library never sends the post again.
 */
export function findsPostsOfBusyAccounts(network: ListingNetwork): void {
  const { name, visible, list, circle, maxPages } = network

  /** Creates an account whose post is published, but the application did not get the response. */
  async function withLost(secondsOff = 0) {
    const at = await network.open()
    const clock = secondsOff === 0 ? at.clock : shiftedClock(at.clock, secondsOff)
    at.faults.add({ ...visible, fault: 'replyLost' })
    const hidden = at.faults.add({ ...list, fault: 'status', status: 500, count: 'all' })
    expect(await at.post(clock)).toBeInstanceOf(OutcomeUnknownError)
    hidden.remove()
    return Object.assign(at, { again: () => at.post(clock) })
  }

  const pagesOf = (at: BusyAccount, from: number): number =>
    at
      .requests()
      .slice(from)
      .filter(({ method }) => method === list.method).length

  describe(`a lost post of an account that is busy on ${name}`, () => {
    it('is found behind three hundred later posts, after a page in the middle was refused', async () => {
      await using at = await withLost()
      await publishMany(at)
      const [first] = at.made()
      const refused = at.faults.add({ ...list, fault: 'status', status: 503, nth: 2, count: 'all' })
      await at.again()
      refused.remove()
      await at.clock.advance(120)

      expect(await at.again()).toBe(first)
      expect(at.made()).toEqual([first])
    })

    it.each([-300, 300])('is found by a process whose clock is %d seconds off', async (seconds) => {
      await using at = await withLost(seconds)
      await at.clock.advance(60)

      expect(await at.again()).toBe(at.made()[0])
      expect(at.made()).toHaveLength(1)
    })

    it('is not a post that the person published hours before with the same text', async () => {
      await using at = await network.open()
      await at.postByHand('SAME')
      await at.clock.advance(4 * 3600)
      at.faults.add({ ...visible, fault: 'replyLost' })

      const found = await at.post(at.clock)
      expect(found).toBe(at.made()[0])
    })

    it('has an unknown outcome, and is not sent again, while the list leads in a circle', async () => {
      await using at = await withLost()
      const from = at.requests().length
      at.faults.add({ ...list, fault: 'status', status: 200, body: circle, count: 'all' })
      await at.clock.advance(60)

      expect(await at.again()).toBeInstanceOf(OutcomeUnknownError)
      expect(pagesOf(at, from)).toBeLessThanOrEqual(maxPages)
      expect(at.made()).toHaveLength(1)
    })
  })
}
