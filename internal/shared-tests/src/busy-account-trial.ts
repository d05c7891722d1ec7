import { type Clock, OutcomeUnknownError } from '@social/core'
import type { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Requests that a fault hits. */
interface Requests {
  readonly method: string
  readonly path: string
}

/** Faults of these requests. */
type Disturbance =
  | { readonly fault: 'replyLost' }
  | {
      readonly fault: 'status'
      readonly status: number
      readonly body?: unknown
      readonly nth?: number
      readonly count: 'all'
    }

/** An account at an emulated network, and a post of the application under one key whose response is lost. */
export interface BusyAccount extends AsyncDisposable {
  readonly clock: FakeClock
  readonly faults: { add(fault: Requests & Disturbance): { remove(): void } }
  requests(): readonly Requests[]
  /** Ids of the posts of the application, in order. */
  made(): readonly string[]
  /** Posts under the key from a separate process with that clock. Returns the id or the error. */
  post(clock: Clock): Promise<unknown>
  /** The account posts without the application: another text or the same one. */
  postByHand(text: 'OTHER' | 'SAME'): unknown
}

/** A network whose lost posts are found in a list. */
export interface ListingNetwork {
  readonly name: string
  open(): Promise<BusyAccount>
  /** The visible request. */
  readonly visible: Requests
  /** The request for that list. */
  readonly list: Requests
  /** A page of that list without entries, whose cursor leads to itself. */
  readonly circle: object
  /** Maximum requests for the list in one call while its cursor leads in a circle. */
  readonly maxPages: number
}

/** Number of later posts: more than the lists of earlier versions held. */
const LATER_POSTS = 300
/** Seconds between two of these posts. */
const SECONDS_APART = 20

/** A clock with another time. */
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
  // Limits per minute are reset.
  await at.clock.advance(120)
}

/** A lost post is found on a busy account, for any response of the list, and is never sent again. */
export function findsPostsOfBusyAccounts(network: ListingNetwork): void {
  const { name, visible, list, circle, maxPages } = network

  /** An account whose post is published, unknown to the application. */
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
