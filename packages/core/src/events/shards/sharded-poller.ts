import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { Lease, leaseMoment } from '../../http/time/lease.js'
import { reportToListener } from '../polling/report-to-listener.js'
import { signalOfRun } from '../polling/signal-of-run.js'
import { ConnectionLister } from './connection-lister.js'
import { DeadWorkerDetector } from './dead-workers.js'
import { ListingLoop } from './listing-loop.js'
import { RosterTurns } from './roster-turns.js'
import { planTurn, type Roster, type TurnPlan } from './roster.js'
import { makeShardParts } from './shard-parts.js'
import { type ShardParts, ShardRun } from './shard-run.js'
import { readShardedOptions, type ShardedPollerOptions, type ShardsChange } from './sharded-options.js'
import { SharedBudget } from './shared-budget.js'
import { Waker } from './waker.js'

/**
 * Number of turns per lease, each of which extends the lease. Three turns can fail in a row. Our
 * choice.
 */
const TURNS_IN_LEASE = 4
/**
 * While shards move between workers, the wait between turns is divided by this factor. Our choice.
 */
const SOONER = 4

/**
 * Polls any number of connections with any number of workers. A worker is a process, and workers
 * on one or more machines share a store. Connections are assigned to shards, and each worker holds
 * its share of the shards by a lease. Workers give up some shards when another worker joins, and
 * take over the shards of a dead worker.
 *
 * @example
 * const poller = new ShardedPoller({
 *   name: 'mastodon',
 *   journal: stores.journal,
 *   connections: ({ shards }) => database.idsOfShards(shards),
 *   account: (id) => client.account(id),
 *   markers: client.markers,
 *   dispatcher,
 *   everySeconds: 300,
 * })
 * await poller.run({ signal })
 */
export class ShardedPoller {
  /** Random id of this worker on the roster. */
  readonly worker: string
  readonly #options: ShardedPollerOptions
  readonly #clock: Clock
  readonly #random: Random
  readonly #turnSeconds: number
  readonly #shards: number
  readonly #turns: RosterTurns
  readonly #members: DeadWorkerDetector
  readonly #lease: Lease
  readonly #listing: ListingLoop
  readonly #budget: SharedBudget | null
  readonly #parts: ShardParts
  readonly #runs = new Map<number, ShardRun>()
  readonly #waker: Waker
  #beat = 0
  /**
   * Latest heartbeat of this worker that was stored. If the store later returns an older one, the
   * store has lost writes.
   */
  #writtenBeat = 0
  /** This worker takes no shards until this monotonic time, because the store has lost writes. */
  #quietUntil = -Infinity
  #workers = 0
  /** Ends the run. Aborted by the caller's signal, or when a poll finds the client closed. */
  #ending: AbortController | null = null
  #isLeaving = false

  /**
   * @throws ConfigError unless `name`, `journal`, `connections` and exactly one of `account` and
   * `poll` are given, for an unknown option, and for invalid numbers.
   */
  constructor(options: ShardedPollerOptions) {
    const { shards, leaseSeconds, refreshSeconds } = readShardedOptions(options)
    const { clock = systemClock, random = systemRandom, name, journal } = options
    this.#options = options
    this.#clock = clock
    this.#random = random
    this.#shards = shards
    this.#turnSeconds = leaseSeconds / TURNS_IN_LEASE
    this.worker = Buffer.from(random.bytes(9)).toString('base64url')
    const limits = { turnSeconds: this.#turnSeconds, limitSeconds: leaseSeconds / 2 }
    this.#turns = new RosterTurns({ journal, clock, random, name, shards, ...limits })
    // The detector waits one turn longer than the lease. In this time, a worker that lost its lease
    // ends its polls.
    this.#members = new DeadWorkerDetector(clock, leaseSeconds + this.#turnSeconds)
    this.#lease = new Lease({ clock, seconds: leaseSeconds, onLost: () => this.#loseAll() })
    this.#waker = new Waker(clock)
    this.#budget = options.budget ? new SharedBudget(options.budget, { name, clock, random }) : null
    const { connections, connectionOptions: optionsOf = () => ({}) } = options
    this.#listing = new ListingLoop({
      lister: new ConnectionLister({ connections, optionsOf, shards, clock }),
      clock,
      refreshSeconds,
      runs: () => this.#runs.values(),
      onError: (error) => this.#report(error, null),
    })
    this.#parts = makeShardParts(options, {
      lease: this.#lease,
      budget: this.#budget,
      clock,
      random,
      onError: (error, id) => this.#report(error, id),
      onEnd: (closed) => {
        if (closed) this.#ending?.abort(closed)
        this.#waker.wake()
      },
    })
  }

  /** Number of workers that share the connections, as of this worker's last turn. */
  get workers(): number {
    return this.#workers
  }

  /** Numbers of the shards that this worker polls. */
  get held(): readonly number[] {
    return [...this.#runs.values()].filter((run) => !run.isStopping).map((run) => run.shard)
  }

  /** Number of connections that this worker polls. */
  get size(): number {
    let size = 0
    for (const run of this.#runs.values()) if (!run.isStopping) size += run.size
    return size
  }

  /**
   * Requests a listing of the connections now, so that a new connection is polled before the next
   * regular listing.
   */
  refresh(): void {
    this.#listing.refresh()
  }

  /**
   * Polls until `signal` is aborted. When the running polls have ended and the shards are free for
   * other workers, rejects with the signal's reason.
   *
   * @throws ConfigError if this poller is already running, and for invalid options.
   * @throws ClosedError if a poll found the client closed. Other workers then take the shards.
   */
  async run(options?: { readonly signal?: AbortSignal | undefined }): Promise<never> {
    if (this.#ending) throw new ConfigError('This poller is already running.')
    const stop = signalOfRun(options, 'ShardedPoller.run')
    stop.throwIfAborted()
    const ending = new AbortController()
    const { signal } = ending
    const end = (): void => ending.abort(stop.reason)
    stop.addEventListener('abort', end, { once: true })
    this.#ending = ending
    this.#isLeaving = false
    const leave = (): void => {
      this.#isLeaving = true
      this.#waker.wake()
    }
    signal.addEventListener('abort', leave, { once: true })
    const listing = this.#listing.run(signal)
    await this.#takeTurns(signal)
    void this.#lease.end()
    for (const run of this.#runs.values()) run.stop(signal.reason)
    this.#runs.clear()
    await this.#budget?.giveBack()
    await listing
    stop.removeEventListener('abort', end)
    this.#ending = null
    throw signal.reason
  }

  /**
   * Updates the roster in turns, until this worker has left the roster. Failures are reported and
   * tried again.
   */
  async #takeTurns(signal: AbortSignal): Promise<void> {
    let giveUpAt = Infinity
    while (this.#clock.monotonic() < giveUpAt) {
      let seconds = this.#turnSeconds
      try {
        const plan = await this.#takeTurn(signal)
        if (!plan.roster.has(this.worker)) return
        if (!plan.isSettled) seconds /= SOONER
        giveUpAt = Infinity
      } catch (error) {
        this.#report(error, null)
        seconds /= SOONER
        // A stopping worker does not wait for an unavailable store. Its shards become free for
        // other workers when its lease ends.
        if (this.#isLeaving) giveUpAt = Math.min(giveUpAt, this.#clock.monotonic() + this.#turnSeconds)
      }
      await this.#waker.sleep(seconds * (0.9 + 0.2 * this.#random.fraction()))
    }
  }

  async #takeTurn(signal: AbortSignal): Promise<TurnPlan> {
    const from = leaseMoment(this.#clock)
    const runs = [...this.#runs.values()]
    const ended = new Set(runs.filter((run) => run.hasEnded).map((run) => run.shard))
    const plan = await this.#turns.take((written) => {
      this.#beat += 1
      const roster = this.#withoutLostWrites(written)
      const ending = runs.filter((run) => run.isStopping && !ended.has(run.shard))
      return planTurn({
        roster,
        me: this.worker,
        beat: this.#beat,
        shards: this.#shards,
        gone: this.#members.see(roster, this.worker),
        ending: new Set(ending.map((run) => run.shard)),
        ended,
        isLeaving: this.#isLeaving,
        mayTake: this.#clock.monotonic() >= this.#quietUntil,
      })
    })
    this.#writtenBeat = plan.roster.get(this.worker)?.beat ?? 0
    for (const shard of ended) this.#runs.delete(shard)
    this.#lease.renew(from)
    this.#lease.keep()
    // If this turn took longer than the lease that it grants, the lease has already ended and the
    // plan must not be applied.
    if (this.#lease.isHeld) this.#apply(plan, signal)
    return plan
  }

  /**
   * Detects a store that was emptied, or a replica that lags behind. Another worker could then
   * take the shards of this worker. This worker gives up all its shards, and takes none until
   * every lease that the store has lost must have ended.
   */
  #withoutLostWrites(roster: Roster): Roster {
    if (!this.#lease.isHeld || (roster.get(this.worker)?.beat ?? 0) >= this.#writtenBeat) return roster
    this.#quietUntil = this.#clock.monotonic() + this.#turnSeconds * (TURNS_IN_LEASE + 1)
    return new Map([...roster].filter(([id]) => id !== this.worker))
  }

  #apply({ mine, workers, roster }: TurnPlan, signal: AbortSignal): void {
    this.#workers = workers
    const polled = new Set(mine)
    const written = new Set(roster.get(this.worker)?.shards)
    const abandoned: number[] = []
    const lost: number[] = []
    for (const run of this.#runs.values()) {
      if (run.isStopping || polled.has(run.shard)) continue
      const list = written.has(run.shard) ? abandoned : lost
      list.push(run.shard)
      run.stop(signal.aborted ? signal.reason : undefined)
    }
    const taken = mine.filter((shard) => !this.#runs.has(shard))
    for (const shard of taken) {
      const run = new ShardRun(shard, this.#parts)
      this.#runs.set(shard, run)
      this.#listing.add(run)
    }
    this.#reportChange({ taken, abandoned, lost })
  }

  /** Called when the lease has ended. Stops all shards, because other workers may now take them. */
  #loseAll(): void {
    const lost = this.held
    for (const run of this.#runs.values()) run.stop()
    this.#reportChange({ taken: [], abandoned: [], lost })
    this.#waker.wake()
  }

  #reportChange(change: Pick<ShardsChange, 'taken' | 'abandoned' | 'lost'>): void {
    const { onShards } = this.#options
    if (!onShards || change.taken.length + change.abandoned.length + change.lost.length === 0) return
    reportToListener(onShards, { ...change, workers: this.#workers, held: this.held.length })
  }

  #report(error: unknown, id: string | null): void {
    reportToListener(this.#options.onError, error, id)
  }
}
