import type { Clock, PublishJournal, Random } from '../../../contract/index.js'
import { InMemoryPublishJournal } from '../../../publishing/in-memory-journal.js'
import { ManualClock } from '../../__fixtures__/manual-clock.js'
import type { PollAnswer } from '../../pool/pool-options.js'
import { ShardedPoller } from '../sharded-poller.js'
import type { OwnPollShardsOptions, ShardsChange } from '../sharded-options.js'

/**
 * Returns pseudo-random numbers that depend only on the seed, so each test run gets the same ones.
 */
export function seeded(seed: number): Random {
  let state = seed
  const fraction = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return { bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(fraction() * 256)), fraction }
}

/**
 * Suspends a worker, as SIGSTOP suspends a process: its code does not run while time passes. A
 * worker that is never resumed acts like a dead worker.
 */
export class Freezer {
  isFrozen = false
  #thaw = Promise.withResolvers<void>()

  freeze(): void {
    if (this.isFrozen) return
    this.isFrozen = true
    this.#thaw = Promise.withResolvers()
  }

  thaw(): void {
    this.isFrozen = false
    this.#thaw.resolve()
  }

  async pass(): Promise<void> {
    while (this.isFrozen) await this.#thaw.promise
  }
}

interface Poll {
  readonly id: string
  readonly worker: Worker
  readonly from: number
}

/** Shared clock, store and connections of the workers of a test. Records all their polls. */
export class House {
  readonly clock = new ManualClock()
  journal: PublishJournal
  readonly ids: string[]
  readonly polls: Poll[] = []
  readonly underWay = new Set<Poll>()
  readonly overlaps: string[] = []
  readonly workers: Worker[] = []
  /**
   * Decides for each journal call of a worker whether the call fails, hangs, or loses its
   * response. Null for no fault.
   */
  trouble: ((worker: Worker, method: string) => 'FAIL' | 'HANG' | 'LOSE_ANSWER' | null) | null = null

  constructor(connections: number) {
    this.journal = new InMemoryPublishJournal({ clock: this.clock })
    this.ids = Array.from({ length: connections }, (_nothing, index) => `mastodon:example:${index}`)
  }

  /** Replaces the store with an empty one. */
  forget(): void {
    this.journal = new InMemoryPublishJournal({ clock: this.clock })
  }

  join(changes: Partial<OwnPollShardsOptions> = {}): Worker {
    const worker = new Worker(this, changes)
    this.workers.push(worker)
    return worker
  }

  /**
   * Returns the longest time without a poll of any connection, in seconds, from `since` until now.
   */
  maxGap(since: number): number {
    let longest = 0
    for (const id of this.ids) {
      const moments = this.polls.filter((poll) => poll.id === id && poll.from >= since).map(({ from }) => from)
      const all = [since, ...moments, this.clock.monotonic()]
      for (const [at, moment] of all.entries()) longest = Math.max(longest, moment - (all[at - 1] ?? since))
    }
    return longest
  }

  /** Stops all workers, also suspended ones, and waits until they have ended. */
  async close(): Promise<void> {
    this.trouble = null
    for (const worker of this.workers) worker.stop()
    for (const worker of this.workers) worker.freezer.thaw()
    await this.clock.advance(120)
    await Promise.all(this.workers.map((worker) => worker.over))
  }
}

/** A worker process of a test, with its own sharded poller. */
export class Worker {
  readonly freezer = new Freezer()
  readonly poller: ShardedPoller
  readonly changes: ShardsChange[] = []
  readonly errors: unknown[] = []
  readonly over: Promise<unknown>
  readonly #house: House
  readonly #stop = new AbortController()

  constructor(house: House, changes: Partial<OwnPollShardsOptions>) {
    this.#house = house
    this.poller = new ShardedPoller({
      name: 'test',
      journal: this.#journal(),
      connections: () => house.ids,
      poll: (id, { signal }) => this.#poll(id, signal),
      everySeconds: 10,
      shards: 16,
      clock: this.#clock(),
      random: seeded(house.workers.length + 1),
      onShards: (change) => this.changes.push(change),
      onError: (error) => this.errors.push(error),
      ...changes,
    })
    this.over = this.poller.run({ signal: this.#stop.signal }).catch((error: unknown) => error)
  }

  stop(): void {
    this.#stop.abort(new Error('enough'))
  }

  async #poll(id: string, signal: AbortSignal): Promise<PollAnswer> {
    const { underWay, polls, overlaps, clock } = this.#house
    const poll = { id, worker: this, from: clock.monotonic() }
    for (const other of underWay)
      if (other.id === id && !other.worker.freezer.isFrozen) overlaps.push(`${id} at ${poll.from}`)
    underWay.add(poll)
    polls.push(poll)
    await this.#clock()
      .sleep(1, { signal })
      .catch(() => undefined)
    underWay.delete(poll)
    return {}
  }

  #clock(): Clock {
    const { clock } = this.#house
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: async (seconds, options) => {
        try {
          await clock.sleep(seconds, options)
        } finally {
          await this.freezer.pass()
        }
      },
    }
  }

  #journal(): PublishJournal {
    const journal = (): PublishJournal => this.#house.journal
    const through = async <T>(method: string, call: () => Promise<T>): Promise<T> => {
      await this.freezer.pass()
      const trouble = this.#house.trouble?.(this, method) ?? null
      if (trouble === 'HANG') return new Promise(() => undefined)
      if (trouble === 'FAIL') throw new Error('The store is away.')
      const answer = await call()
      await this.freezer.pass()
      if (trouble === 'LOSE_ANSWER') throw new Error('The answer was lost.')
      return answer
    }
    return {
      open: (...call) => through('open', () => journal().open(...call)),
      save: (...call) => through('save', () => journal().save(...call)),
      finish: (...call) => through('finish', () => journal().finish(...call)),
      claimPost: (...call) => through('claimPost', () => journal().claimPost(...call)),
      release: (...call) => through('release', () => journal().release(...call)),
      forgetBefore: (...call) => through('forgetBefore', () => journal().forgetBefore(...call)),
    }
  }
}
