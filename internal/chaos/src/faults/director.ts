import { faultsFor, type Point } from './faults.js'

/** Fault to inject, with its position in the run. */
export interface PlannedFault {
  /**
   * Position of the fault: the number of interactions after the start of the run or after the
   * previous fault. `NEXT_REQUEST` selects the next request that is not for a token.
   */
  readonly at: number | 'NEXT_REQUEST'
  /**
   * Name of the fault. If this fault is impossible at the position, another fault replaces it. The
   * replacement is the same in every run.
   */
  readonly fault: string
}

/** Fault that was injected. */
export interface FiredFault {
  readonly point: Point
  readonly fault: string
}

/**
 * Decides for each interaction which fault to inject, and records the injected faults. An
 * interaction is a request or a call of a port.
 */
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

  /** Starts to count interactions and to inject faults. */
  arm(): void {
    this.#isArmed = true
  }

  /** Stops injecting faults. */
  disarm(): void {
    this.#isArmed = false
  }

  /** Returns the fault to inject into this interaction, or null for no fault. */
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
