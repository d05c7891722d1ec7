import { wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** Clock of an emulated network. The fake clock of a test kit can be used. */
export interface EmulatorClock {
  now(): Date
}

/** Options of a settable clock. */
export interface SettableClockOptions {
  /** Start time. Default: the time of the machine. */
  readonly start?: Date | undefined
  /** If true, the clock moves only through `advance` and `set`. */
  readonly frozen?: boolean | undefined
}

/** Clock that can be moved. It runs with the machine's clock plus an offset, or is frozen. */
export class SettableClock implements EmulatorClock {
  readonly #frozen: boolean
  #shown: number
  #shownAt = Date.now()

  constructor(options: SettableClockOptions = {}) {
    refuseUnknownNames(options, ['start', 'frozen'], 'SettableClock')
    if (options.start !== undefined) assertMoment(options.start, 'SettableClock: start')
    this.#frozen = options.frozen ?? false
    this.#shown = (options.start ?? new Date()).getTime()
  }

  now(): Date {
    return new Date(this.#frozen ? this.#shown : this.#shown + Date.now() - this.#shownAt)
  }

  /** Moves the clock forward by this number of seconds, or backward if negative. */
  advance(seconds: number): void {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds))
      throw wrongArgument('clock.advance', 'given a number of seconds', seconds)
    this.set(new Date(this.now().getTime() + seconds * 1000))
  }

  /** Sets the clock to a time. */
  set(moment: Date): void {
    assertMoment(moment, 'clock.set')
    this.#shown = moment.getTime()
    this.#shownAt = Date.now()
  }
}

function assertMoment(value: unknown, argument: string): void {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw wrongArgument(argument, 'a Date that holds a moment', value)
}
