import type { Clock, Random, SpendingCounter } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { CostBudgetOptions } from '../pool/cost-budget.js'

/** Budget that all workers of a sharded poller share. */
export interface SharedBudgetOptions extends CostBudgetOptions {
  /** Counter of the spent units, in a store that all workers share: `client.spendingCounter`. */
  readonly counter: SpendingCounter
}

// The numbers below are our choice.

/**
 * Seconds for which a worker can spend units that it has reserved. Then it gives unspent units
 * back.
 */
const PART_SECONDS = 5
/** Share of the limit that a worker reserves in one call. */
const PART_SHARE = 0.01
/**
 * The period and its units are divided by this number, so that the budget is not spent at the
 * start of the period.
 */
const SPANS = 10
/**
 * Minimum number of units for a budget to be divided. In a smaller budget, one poll could cost
 * more than a tenth.
 */
const MIN_UNITS_TO_DIVIDE = 100

/** Keeps the total cost of all workers' polls within a budget. */
export class SharedBudget {
  readonly #counter: SpendingCounter
  readonly #bucket: string
  readonly #limit: { readonly units: number; readonly perSeconds: number }
  readonly #clock: Clock
  readonly #random: Random
  #part: { left: number; readonly reservation: string; readonly endsAt: number } | null = null
  #emptyUntil = -Infinity
  /**
   * The pending reservation. The next reservation waits for it, so that only one runs at a time.
   */
  #reserving: Promise<unknown> = Promise.resolve()

  /**
   * @throws ConfigError unless `units` is above 0 and `perSeconds` is 1 or more, and if the
   * counter is missing.
   */
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
    // Units may be spent up to PART_SECONDS after their reservation, so the counter counts them for
    // that much longer.
    this.#limit = { units: units / spans, perSeconds: Math.ceil(perSeconds / spans) + PART_SECONDS }
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /**
   * Spends the cost of a poll.
   *
   * @returns 0 if the cost was spent. Otherwise the seconds until the next attempt, and nothing
   * was spent.
   * @throws ConfigError if a poll costs more than the limit of the counter: a tenth of a divided
   * budget, or a whole smaller budget.
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

  /** Gives unspent reserved units back to the counter. If this fails, the units count as spent. */
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
    // Jitter prevents that all refused polls are repeated at the same time.
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
