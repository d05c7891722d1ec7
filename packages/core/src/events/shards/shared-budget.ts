import type { Clock, Random, SpendingCounter } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { CostBudgetOptions } from '../pool/cost-budget.js'

/** Shared budget for the polls of all workers. */
export interface SharedBudgetOptions extends CostBudgetOptions {
  /** Shared counter of all workers: `client.spendingCounter` of a store that they share. */
  readonly counter: SpendingCounter
}

// These numbers are our choice.

/** Seconds in which a reserved part of the budget is spent or given back. */
const PART_SECONDS = 5
/** Share of the budget that is reserved in one call. */
const PART_SHARE = 0.01
/** Number of parts into which the span is divided, so that the budget is not spent in its first minutes. */
const SPANS = 10
/** Minimum budget in units that is divided: with a smaller one, a poll might not fit into a part. */
const MIN_UNITS_TO_DIVIDE = 100

/** Keeps the spending of all workers within a budget. */
export class SharedBudget {
  readonly #counter: SpendingCounter
  readonly #bucket: string
  readonly #limit: { readonly units: number; readonly perSeconds: number }
  readonly #clock: Clock
  readonly #random: Random
  #part: { left: number; readonly reservation: string; readonly endsAt: number } | null = null
  #emptyUntil = -Infinity
  /** The pending reservation: only one runs at a time. */
  #reserving: Promise<unknown> = Promise.resolve()

  /** @throws ConfigError unless the budget is above 0. */
  constructor(
    options: SharedBudgetOptions,
    parts: { readonly name: string; readonly clock: Clock; readonly random: Random },
  ) {
    const { units, perSeconds, counter } = options
    if (!(units > 0 && perSeconds >= 1) || !Number.isFinite(units + perSeconds))
      throw new ConfigError(
        'budget must be { counter, units, perSeconds }, with units above 0 and perSeconds of 1 or more.',
      )
    if (typeof counter?.reserve !== 'function')
      throw new ConfigError('budget requires a counter that all workers share: client.spendingCounter.')
    const spans = units >= MIN_UNITS_TO_DIVIDE && perSeconds >= SPANS ? SPANS : 1
    this.#counter = counter
    this.#bucket = `polling:${parts.name}`
    // A reserved part may be spent up to PART_SECONDS later, so it counts for that much longer.
    this.#limit = { units: units / spans, perSeconds: Math.ceil(perSeconds / spans) + PART_SECONDS }
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /**
   * Spends the cost of a poll.
   *
   * @returns 0, or the seconds until the next attempt; nothing was spent then.
   * @throws ConfigError if a poll costs more than one part of the budget.
   */
  async spend(cost: number): Promise<number> {
    const { units } = this.#limit
    if (cost > units)
      throw new ConfigError(
        `A poll of ${cost} units does not fit into the budget: the maximum of one poll is ${units}.`,
      )
    if (this.#takeFromPart(cost)) return 0
    const seconds = this.#reserving.then(() => this.#reserve(cost))
    this.#reserving = seconds.catch(() => undefined)
    return seconds
  }

  /** Gives the unspent rest back. If the counter cannot be reached, the rest counts as spent. */
  async giveBack(): Promise<void> {
    const part = this.#part
    this.#part = null
    if (part && part.left > 0)
      await this.#counter.giveBack(this.#bucket, part.left, part.reservation).catch(() => undefined)
  }

  #takeFromPart(cost: number): boolean {
    const part = this.#part
    if (!part || part.left < cost || part.endsAt <= this.#clock.monotonic()) return false
    part.left -= cost
    return true
  }

  async #reserve(cost: number): Promise<number> {
    if (this.#takeFromPart(cost)) return 0
    const now = this.#clock.monotonic()
    // Jitter: requests that were refused together must not return simultaneously.
    if (now < this.#emptyUntil) return (this.#emptyUntil - now) * (1 + 0.2 * this.#random.fraction())
    await this.giveBack()
    for (const units of [Math.max(cost, Math.floor(this.#limit.units * PART_SHARE)), cost]) {
      const endsAt = this.#clock.monotonic() + PART_SECONDS
      const answer = await this.#counter.reserve(this.#bucket, units, this.#limit)
      if (answer.ok) {
        this.#part = { left: units - cost, reservation: answer.reservation, endsAt }
        return 0
      }
      const wait = Math.max(0.1, (answer.freeAt.getTime() - this.#clock.now().getTime()) / 1000)
      if (units === cost) {
        this.#emptyUntil = this.#clock.monotonic() + wait
        return wait
      }
    }
    return PART_SECONDS
  }
}
