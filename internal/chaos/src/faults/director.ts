import { faultsFor, type Point } from './faults.js'

/** A fault at a place, counted from the first interaction on. */
export interface PlannedFault {
  /**
   * 0 is the first interaction of the run; that of a second fault counts from the one after the first fault. Or the next
   * one that is a request about something else than a token.
   */
  readonly at: number | 'NEXT_REQUEST'
  /** Its name; where it does not fit the place that comes up, one that fits is taken instead, the same in every run. */
  readonly fault: string
}

/** A fault that came about. */
export interface FiredFault {
  readonly point: Point
  readonly fault: string
}

/** Decides at every interaction whether it goes wrong, and writes down what came. */
export class Director {
  readonly points: Point[] = []
  readonly fired: FiredFault[] = []
  readonly #planned: readonly PlannedFault[]
  readonly #isRenewal: (name: string) => boolean
  #sinceLast = 0
  #isArmed = false

  /** @param isRenewal - True for the name of a request that renews a token. */
  constructor(planned: readonly PlannedFault[], isRenewal: (name: string) => boolean = () => false) {
    this.#planned = planned
    this.#isRenewal = isRenewal
  }

  /** From now on interactions count. */
  arm(): void {
    this.#isArmed = true
  }

  /** Nothing goes wrong any more. */
  disarm(): void {
    this.#isArmed = false
  }

  /** The fault that this interaction has; null where it goes well. */
  at(point: Point): string | null {
    if (!this.#isArmed) return null
    this.points.push(point)
    const next = this.#planned[this.fired.length]
    const isHit = next?.at === 'NEXT_REQUEST' ? this.#isQuestion(point) : next?.at === this.#sinceLast
    this.#sinceLast += 1
    if (next === undefined || !isHit) return null
    this.#sinceLast = 0
    const fault = fitting(next.fault, point)
    this.fired.push({ point, fault })
    return fault
  }

  #isQuestion({ kind, name }: Point): boolean {
    return kind === 'REQUEST' && !this.#isRenewal(name)
  }
}

function fitting(fault: string, point: Point): string {
  const possible = faultsFor(point)
  if (possible.includes(fault)) return fault
  let sum = 0
  for (let at = 0; at < fault.length; at += 1) sum += fault.charCodeAt(at)
  return possible[sum % possible.length] ?? 'lostBefore'
}
