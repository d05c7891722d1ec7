import { pathExpression } from '../router.js'
import type { Fault, FaultHandle } from './fault-types.js'
import { readFault } from './read-fault.js'

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a fault is chosen by. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly account: string | null
  /** By the emulator's clock. */
  readonly now: Date
}

class SetFault implements FaultHandle {
  readonly id: string
  readonly fault: Fault
  hits = 0
  held = 0
  readonly #expression: RegExp | null
  readonly #forget: () => void
  #passed = 0
  #seen = 0
  #released = false
  #waiting: (() => void)[] = []
  #watching: { readonly count: number; readonly notify: () => void }[] = []

  constructor(id: string, fault: Fault, forget: () => void) {
    this.id = id
    this.fault = fault
    this.#expression = fault.path === undefined ? null : pathExpression(fault.path)
    this.#forget = forget
  }

  #fits({ method, path, account, now }: SeenRequest): boolean {
    const { method: wanted, writes, account: whose, from, until } = this.fault
    if (wanted !== undefined && wanted.toUpperCase() !== method) return false
    if (writes === true && READING.has(method)) return false
    if (whose !== undefined && whose !== account) return false
    if (from !== undefined && now.getTime() < Date.parse(from)) return false
    if (until !== undefined && now.getTime() >= Date.parse(until)) return false
    return this.#expression === null || this.#expression.test(path)
  }

  /** A request went by: every fault is told of every one. */
  pass(): void {
    this.#passed += 1
  }

  /** True when this request is one of those to be hit; counts it. */
  take(request: SeenRequest): boolean {
    const { nth = 1, count = 1, afterRequests = 0 } = this.fault
    if (this.#released || this.#passed <= afterRequests || !this.#fits(request)) return false
    this.#seen += 1
    if (this.#seen < nth || (count !== 'all' && this.#seen >= nth + count)) return false
    this.hits += 1
    return true
  }

  /** Waits for the release. */
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

/** A fault that hit a request: what to do, and the wait of `hold`. */
export interface HitFault {
  readonly fault: Fault
  hold(): Promise<void>
}

/** The faults set for one network. */
export class Faults {
  #set: SetFault[] = []
  #count = 0

  /**
   * Sets a fault. Of several that fit a request, the one set first hits it; the others do not count that request.
   *
   * @throws ControlError when it has a field that does not belong there, or one of the wrong kind.
   */
  add(fault: Fault): FaultHandle {
    readFault(fault)
    this.#count += 1
    const id = String(this.#count)
    const made = new SetFault(id, fault, () => {
      this.#set = this.#set.filter((one) => one !== made)
    })
    this.#set.push(made)
    return made
  }

  /** Every fault that is set. */
  list(): readonly FaultHandle[] {
    return this.#set
  }

  /** The fault with that id; null when there is none. */
  find(id: string): FaultHandle | null {
    return this.#set.find((one) => one.id === id) ?? null
  }

  /** Takes all of them back. */
  clear(): void {
    for (const one of this.#set) one.remove()
  }

  /** The fault that hits this request; null when none does. */
  match(request: SeenRequest): HitFault | null {
    for (const one of this.#set) one.pass()
    return this.#set.find((one) => one.take(request)) ?? null
  }
}
