import { type Clock, OutcomeUnknownError } from '@social/core'
import type { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Requests that a fault hits. */
interface Requests {
  readonly method: string
  readonly path: string
}

/** What goes wrong with them. */
type Disturbance =
  | { readonly fault: 'replyLost' }
  | {
      readonly fault: 'status'
      readonly status: number
      readonly body?: unknown
      readonly nth?: number
      readonly count: 'all'
    }

/** An account at an emulated network, and a post of the app under one key whose answer gets lost. */
export interface BusyAccount extends AsyncDisposable {
  readonly clock: FakeClock
  readonly faults: { add(fault: Requests & Disturbance): { remove(): void } }
  requests(): readonly Requests[]
  /** Ids of what the app made, in order. */
  made(): readonly string[]
  /** Posts under the key from a process of its own, by that clock: the id, or what it was rejected with. */
  post(clock: Clock): Promise<unknown>
  /** The account posts without the app: other words, or the same. */
  postByHand(text: 'OTHER' | 'SAME'): unknown
}

/** A network whose lost posts are looked for in a list. */
export interface ListingNetwork {
  readonly name: string
  open(): Promise<BusyAccount>
  /** The visible request. */
  readonly visible: Requests
  /** The list that is looked through. */
  readonly list: Requests
  /** A page of that list without entries, whose cursor leads to itself. */
  readonly circle: object
  /** Requests for the list that one call sends at most while it leads in a circle. */
  readonly maxPages: number
}

/** More than any list that used to be looked through. */
const LATER = 300
/** Seconds between two of those. */
const APART = 20

/** A clock that shows another time. */
function clockOff(clock: FakeClock, seconds: number): Clock {
  return {
    now: () => new Date(clock.now().getTime() + seconds * 1000),
    monotonic: () => clock.monotonic(),
    sleep: (length, options) => clock.sleep(length, options),
  }
}

async function getBusy(at: BusyAccount): Promise<void> {
  await at.clock.advance(APART)
  for (let one = 0; one < LATER; one += 1) {
    await at.postByHand('OTHER')
    if (one % 30 === 0) await at.clock.advance(APART * 30)
  }
  // Whatever was counted by the minute is forgotten.
  await at.clock.advance(120)
}

/** A lost post is found however busy the account is, whatever the list does, and never sent again for that. */
export function findsPostsOfBusyAccounts(network: ListingNetwork): void {
  const { name, visible, list, circle, maxPages } = network

  /** An account whose post is out, without the app knowing it. */
  async function withLost(secondsOff = 0) {
    const at = await network.open()
    const clock = secondsOff === 0 ? at.clock : clockOff(at.clock, secondsOff)
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
    it('is found behind three hundred that came since, after a page in the middle was refused', async () => {
      await using at = await withLost()
      await getBusy(at)
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

    it('is not the one that was made by hand with the same words hours before', async () => {
      await using at = await network.open()
      await at.postByHand('SAME')
      await at.clock.advance(4 * 3600)
      at.faults.add({ ...visible, fault: 'replyLost' })

      const found = await at.post(at.clock)
      expect(found).toBe(at.made()[0])
    })

    it('is unknown, and not sent again, while the list leads in a circle', async () => {
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
