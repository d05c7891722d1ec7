import { assertObject, assertText } from '../arguments.js'
import { pathExpression } from '../router.js'
import type { Fault, FaultHandle } from './fault-types.js'
import {
  type AddedReport,
  addedReport,
  type FieldReports,
  findReport,
  type ReportVariant,
} from './field-report.js'
import { readFault } from './read-fault.js'

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Properties of a request that select the faults for the request. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly account: string | null
  /** Time of the request by the emulator's clock. */
  readonly now: Date
}

class SetFault implements FaultHandle {
  readonly id: string
  readonly fault: Fault
  hits = 0
  held = 0
  readonly #expression: RegExp | null
  readonly #isActive: () => boolean
  readonly #forget: () => void
  #passed = 0
  #seen = 0
  #released = false
  #waiting: (() => void)[] = []
  #watching: { readonly count: number; readonly notify: () => void }[] = []

  constructor(id: string, fault: Fault, isActive: () => boolean, forget: () => void) {
    this.id = id
    this.fault = fault
    this.#expression = fault.path === undefined ? null : pathExpression(fault.path)
    this.#isActive = isActive
    this.#forget = forget
  }

  #fits({ method, path, account, now }: SeenRequest): boolean {
    const { method: wanted, writes, account: faultAccount, from, until } = this.fault
    if (wanted !== undefined && wanted.toUpperCase() !== method) return false
    if (writes === true && READING.has(method)) return false
    if (faultAccount !== undefined && faultAccount !== account) return false
    if (from !== undefined && now.getTime() < Date.parse(from)) return false
    if (until !== undefined && now.getTime() >= Date.parse(until)) return false
    return this.#expression === null || this.#expression.test(path)
  }

  /**
   * Counts a request for `afterRequests`. Called for every request, including those that do not
   * match.
   */
  pass(): void {
    this.#passed += 1
  }

  /** Returns true if the fault applies to this request. Counts the matching request. */
  take(request: SeenRequest): boolean {
    const { nth = 1, count = 1, afterRequests = 0 } = this.fault
    if (this.#released || !this.#isActive() || this.#passed <= afterRequests || !this.#fits(request))
      return false
    this.#seen += 1
    if (this.#seen < nth || (count !== 'all' && this.#seen >= nth + count)) return false
    this.hits += 1
    return true
  }

  /** Waits until the test releases the fault. */
  async hold(): Promise<void> {
    if (this.#released) return
    this.held += 1
    for (const { count, notify } of this.#watching) if (this.held >= count) notify()
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
    this.held -= 1
  }

  async whenHeld(count: number): Promise<void> {
    if (this.held >= count) return
    await new Promise<void>((resolve) => {
      this.#watching.push({ count, notify: resolve })
    })
  }

  release(): void {
    this.#released = true
    for (const goOn of this.#waiting.splice(0)) goOn()
  }

  remove(): void {
    this.#forget()
    this.release()
  }
}

/** Fault that applies to a request: the effect, and the wait of a `hold` fault. */
export interface HitFault {
  readonly fault: Fault
  hold(): Promise<void>
}

/** List of the faults of one network. */
export class Faults {
  readonly #reports: FieldReports
  #set: SetFault[] = []
  #count = 0

  /** @param reports - Reports of the network, which `addReport` adds by id. */
  constructor(reports: FieldReports = {}) {
    this.#reports = reports
  }

  /** Failures that were seen on the live network, by id. */
  get reports(): FieldReports {
    return this.#reports
  }

  /**
   * Adds a fault. If several faults match a request, the fault that was added first applies. The
   * other faults do not count the request.
   *
   * @throws ControlError if a field is unknown or has the wrong type.
   */
  add(fault: Fault): FaultHandle {
    return this.#add(fault, () => true)
  }

  #add(fault: Fault, isActive: () => boolean): FaultHandle {
    readFault(fault)
    this.#count += 1
    const id = String(this.#count)
    const made = new SetFault(id, fault, isActive, () => {
      this.#set = this.#set.filter((one) => one !== made)
    })
    this.#set.push(made)
    return made
  }

  /**
   * Adds the faults of a report from the live network, for example `F-TH-03`.
   *
   * @throws ControlError for an unknown id, and for a variant that the report does not have.
   */
  addReport(id: string, variant: ReportVariant = {}): AddedReport {
    assertText(id, 'addReport: id')
    assertObject(variant, 'addReport: variant')
    const report = findReport(this.#reports, id, variant)
    const handles = report.faults.map((fault) => this.add(fault))
    const isStarted = (): boolean => (handles[0]?.hits ?? 0) > 0
    const later = (report.afterwards ?? []).map((fault) => this.#add(fault, isStarted))
    return addedReport(id, report, [...handles, ...later])
  }

  /** All faults. */
  list(): readonly FaultHandle[] {
    return this.#set
  }

  /** Returns the fault with this id, or null if the id is unknown. */
  find(id: string): FaultHandle | null {
    return this.#set.find((one) => one.id === id) ?? null
  }

  /** Removes all faults and releases the held requests. */
  clear(): void {
    for (const one of this.#set) one.remove()
  }

  /** Returns the fault that applies to this request, or null if no fault applies. */
  match(request: SeenRequest): HitFault | null {
    for (const one of this.#set) one.pass()
    return this.#set.find((one) => one.take(request)) ?? null
  }
}
