import type { Fault, FaultHandle } from './fault-types.js'
import { ControlError } from './operations.js'
import { pathExpression } from './router.js'

const KINDS = ['replyLost', 'dropMidBody', 'dropUpload', 'closeBeforeEffect', 'status', 'slow', 'hold']
const NUMBERS = ['nth', 'afterBytes', 'status', 'seconds'] as const

class SetFault implements FaultHandle {
  readonly id: string
  readonly fault: Fault
  hits = 0
  held = 0
  readonly #expression: RegExp | null
  readonly #forget: () => void
  #seen = 0
  #released = false
  #waiting: (() => void)[] = []
  #watching: { readonly count: number; readonly tell: () => void }[] = []

  constructor(id: string, fault: Fault, forget: () => void) {
    this.id = id
    this.fault = fault
    this.#expression = fault.path === undefined ? null : pathExpression(fault.path)
    this.#forget = forget
  }

  /** True when this request is one of those to be hit; counts it. */
  take(method: string, path: string): boolean {
    const { method: wanted, nth = 1, count = 1 } = this.fault
    if (this.#released) return false
    if (wanted !== undefined && wanted.toUpperCase() !== method) return false
    if (this.#expression !== null && !this.#expression.test(path)) return false
    this.#seen += 1
    if (this.#seen < nth || (count !== 'all' && this.#seen >= nth + count)) return false
    this.hits += 1
    return true
  }

  /** Waits for the release. */
  async hold(): Promise<void> {
    if (this.#released) return
    this.held += 1
    for (const { count, tell } of this.#watching) if (this.held >= count) tell()
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
    this.held -= 1
  }

  async whenHeld(count: number): Promise<void> {
    if (this.held >= count) return
    await new Promise<void>((resolve) => {
      this.#watching.push({ count, tell: resolve })
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

  /** Sets a fault. Of several that fit a request, the one set first hits it; the others do not count that request. */
  add(fault: Fault): FaultHandle {
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
  match(method: string, path: string): HitFault | null {
    return this.#set.find((one) => one.take(method, path)) ?? null
  }
}

/** Reads a fault that came as JSON. @throws ControlError when it is none. */
export function readFault(value: unknown): Fault {
  const fault = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown> // looked at field by field
  if (!KINDS.includes(String(fault['fault'])))
    throw new ControlError(`"fault" must be one of: ${KINDS.join(', ')}.`)
  for (const name of NUMBERS)
    if (fault[name] !== undefined && typeof fault[name] !== 'number')
      throw new ControlError(`"${name}" must be a number.`)
  const needed = { dropUpload: 'afterBytes', status: 'status', slow: 'seconds' }[String(fault['fault'])]
  if (needed !== undefined && fault[needed] === undefined)
    throw new ControlError(`A fault of kind "${String(fault['fault'])}" needs "${needed}".`)
  return fault as unknown as Fault // kind and numbers were checked; the rest is text that is only compared
}
