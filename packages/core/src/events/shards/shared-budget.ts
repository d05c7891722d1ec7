import type { Clock, Random, SpendingCounter } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { CostBudgetOptions } from '../pool/cost-budget.js'

/** What the polls of all workers may cost together. */
export interface SharedBudgetOptions extends CostBudgetOptions {
  /** Counts for all workers: `client.spendingCounter`, of a store that they share. */
  readonly counter: SpendingCounter
}

// These numbers are our choice.

/** Seconds in which a part of the budget, which is asked for at once, is spent, or given back. */
const PART_SECONDS = 5
/** Share of the budget in such a part. */
const PART_SHARE = 0.01
/** Pieces that the span is cut into, so that the budget is not spent in its first minutes. */
const SPANS = 10
/** Units of the smallest budget that is cut: a poll would not fit into a piece of a smaller one. */
const LEAST_UNITS_TO_CUT = 100

/** Keeps what all workers spend together within a budget. */
export class SharedBudget {
  readonly #counter: SpendingCounter
  readonly #bucket: string
  readonly #limit: { readonly units: number; readonly perSeconds: number }
  readonly #clock: Clock
  readonly #random: Random
  #part: { left: number; readonly reservation: string; readonly endsAt: number } | null = null
  #emptyUntil = -Infinity
  /** One question at a time. */
  #asking: Promise<unknown> = Promise.resolve()

  /** @throws ConfigError for a budget that is not above 0. */
  constructor(
    options: SharedBudgetOptions,
    parts: { readonly name: string; readonly clock: Clock; readonly random: Random },
  ) {
    const { units, perSeconds, counter } = options
    if (!(units > 0 && perSeconds >= 1) || !Number.isFinite(units + perSeconds))
      throw new ConfigError(
        'budget takes { counter, units, perSeconds }: units above 0, and 1 second at least.',
      )
    if (typeof counter?.reserve !== 'function')
      throw new ConfigError('budget needs a counter that all workers share: client.spendingCounter.')
    const spans = units >= LEAST_UNITS_TO_CUT && perSeconds >= SPANS ? SPANS : 1
    this.#counter = counter
    this.#bucket = `polling:${parts.name}`
    // Spent at the latest so long after it was reserved, and counted so much longer.
    this.#limit = { units: units / spans, perSeconds: Math.ceil(perSeconds / spans) + PART_SECONDS }
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /**
   * Spends it.
   *
   * @returns 0, or the seconds after which to ask again; then nothing was spent.
   * @throws ConfigError when a poll costs more than may be spent at once.
   */
  async spend(cost: number): Promise<number> {
    const { units } = this.#limit
    if (cost > units)
      throw new ConfigError(
        `A poll of ${cost} units does not fit into the budget: ${units} may be spent at once.`,
      )
    if (this.#takeFromPart(cost)) return 0
    const answer = this.#asking.then(() => this.#ask(cost))
    this.#asking = answer.catch(() => undefined)
    return answer
  }

  /** Gives back what is left. Quiet when the counter cannot be reached: then it counts as spent. */
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

  async #ask(cost: number): Promise<number> {
    if (this.#takeFromPart(cost)) return 0
    const now = this.#clock.monotonic()
    // Those who were refused together must not all come back together.
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
