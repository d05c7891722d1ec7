import { ConfigError } from '../../errors/index.js'

/** How much a network lets the polls of a pool cost. */
export interface CostBudgetOptions {
  /** Units that may be spent in any stretch of `perSeconds`. */
  readonly units: number
  readonly perSeconds: number
}

/** Share of the budget that may be spent at once; the rest comes back evenly over the stretch. Our choice. */
const BURST_SHARE = 0.1

/** A token bucket: keeps spending within a budget, evenly, never more than `units` in any stretch of `perSeconds`. */
export class CostBudget {
  readonly #units: number
  readonly #perSeconds: number
  #burst: number
  #left: number
  #countedAt: number

  /** @throws ConfigError for a budget that is not two numbers above 0. */
  constructor(options: CostBudgetOptions, now: number) {
    const { units, perSeconds } = options
    if (!isAmount(units) || !isAmount(perSeconds))
      throw new ConfigError('budget takes { units, perSeconds }, both numbers above 0.')
    this.#units = units
    this.#perSeconds = perSeconds
    this.#burst = units * BURST_SHARE
    this.#left = this.#burst
    this.#countedAt = now
  }

  /** Makes room for polls of that cost. @throws ConfigError when one would cost more than half of the budget. */
  admit(cost: number): void {
    if (cost > this.#units / 2)
      throw new ConfigError(
        `A poll of ${cost} units does not fit into a budget of ${this.#units}: it may cost half of it.`,
      )
    this.#burst = Math.max(this.#burst, cost)
  }

  /** Seconds until so much may be spent; 0 when it may be now. */
  secondsUntil(cost: number, now: number): number {
    this.#refill(now)
    return cost <= this.#left ? 0 : (cost - this.#left) / this.#rate
  }

  /** Spends it. */
  spend(cost: number, now: number): void {
    this.#refill(now)
    this.#left -= cost
  }

  /** What the burst takes is not given back within the stretch, so that both together stay within the budget. */
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
