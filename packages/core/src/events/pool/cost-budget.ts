import { ConfigError } from '../../errors/index.js'

/** Limit for the total cost of a pool's polls. */
export interface CostBudgetOptions {
  /** Maximum number of units that polls spend in any period of `perSeconds` seconds. */
  readonly units: number
  readonly perSeconds: number
}

/**
 * Share of the budget that can be spent in one burst. The rest refills evenly over the period. Our
 * choice.
 */
const BURST_SHARE = 0.1

/**
 * Token bucket that spends a budget evenly, and never more than `units` in any period of
 * `perSeconds`.
 */
export class CostBudget {
  readonly #units: number
  readonly #perSeconds: number
  #burst: number
  #left: number
  #countedAt: number

  /** @throws ConfigError unless `units` and `perSeconds` are both finite numbers above 0. */
  constructor(options: CostBudgetOptions, now: number) {
    const { units, perSeconds } = options
    if (!isAmount(units) || !isAmount(perSeconds))
      throw new ConfigError('budget must be { units, perSeconds }, both numbers above 0.')
    this.#units = units
    this.#perSeconds = perSeconds
    this.#burst = units * BURST_SHARE
    this.#left = this.#burst
    this.#countedAt = now
  }

  /**
   * Enlarges the burst so that a poll with this cost can start. @throws ConfigError if the poll
   * costs more than half of the budget.
   */
  admit(cost: number): void {
    if (cost > this.#units / 2)
      throw new ConfigError(
        `A poll of ${cost} units does not fit into a budget of ${this.#units}: the maximum is half of the budget.`,
      )
    this.#burst = Math.max(this.#burst, cost)
  }

  /** Returns the seconds until this cost can be spent. 0 if the cost can be spent now. */
  secondsUntil(cost: number, now: number): number {
    this.#refill(now)
    return cost <= this.#left ? 0 : (cost - this.#left) / this.#rate
  }

  /**
   * Spends the cost of a poll. The budget may become negative, which makes the next wait longer.
   */
  spend(cost: number, now: number): void {
    this.#refill(now)
    this.#left -= cost
  }

  /**
   * Units that refill each second. A full burst and the refill of one period must stay within the
   * budget, so the burst is subtracted.
   */
  get #rate(): number {
    return (this.#units - this.#burst) / this.#perSeconds
  }

  #refill(now: number): void {
    const seconds = Math.max(0, now - this.#countedAt)
    this.#left = Math.min(this.#burst, this.#left + seconds * this.#rate)
    this.#countedAt = now
  }
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
