import { faultsFor, type Point } from './faults.js'

/** A fault and its position, counted in interactions. */
export interface PlannedFault {
  /**
   * Number of interactions before the fault, from the start of the run or from the previous fault. Alternatively the
   * next request that does not concern a token.
   */
  readonly at: number | 'NEXT_REQUEST'
  /**
   * Name of the fault. If it does not apply to the interaction, an applicable fault replaces it, the same one in
   * every run.
   */
  readonly fault: string
}

/** An injected fault. */
export interface FiredFault {
  readonly point: Point
  readonly fault: string
}

/** Decides for each interaction whether a fault is injected, and records the injected faults. */
export class Director {
  readonly points: Point[] = []
  readonly fired: FiredFault[] = []
  readonly #planned: readonly PlannedFault[]
  readonly #isRenewal: (name: string) => boolean
  #sinceLast = 0
  #isArmed = false

  /** @param isRenewal - Returns true for the name of a request that renews a token. */
  constructor(planned: readonly PlannedFault[], isRenewal: (name: string) => boolean = () => false) {
    this.#planned = planned
    this.#isRenewal = isRenewal
  }

  /** Starts counting interactions. */
  arm(): void {
    this.#isArmed = true
  }

  /** Stops injecting faults. */
  disarm(): void {
    this.#isArmed = false
  }

  /** The fault of this interaction; null for none. */
  at(point: Point): string | null {
    if (!this.#isArmed) return null
    this.points.push(point)
    const next = this.#planned[this.fired.length]
    const isHit = next?.at === 'NEXT_REQUEST' ? this.#isTarget(point) : next?.at === this.#sinceLast
    this.#sinceLast += 1
    if (next === undefined || !isHit) return null
    this.#sinceLast = 0
    const fault = possibleFault(next.fault, point)
    this.fired.push({ point, fault })
    return fault
  }

  #isTarget({ kind, name }: Point): boolean {
    return kind === 'REQUEST' && !this.#isRenewal(name)
  }
}

function possibleFault(fault: string, point: Point): string {
  const possible = faultsFor(point)
  if (possible.includes(fault)) return fault
  let sum = 0
  for (let at = 0; at < fault.length; at += 1) sum += fault.charCodeAt(at)
  return possible[sum % possible.length] ?? 'lostBefore'
}
