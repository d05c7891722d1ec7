import { wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** Clock of an emulated network. A fake clock of a test framework can implement this interface. */
export interface EmulatorClock {
  now(): Date
}

/** Options of a `SettableClock`. */
export interface SettableClockOptions {
  /** Start time of the clock. Default: the time of the machine. */
  readonly start?: Date | undefined
  /** If true, time passes only through `advance` and `set`. Default: false. */
  readonly frozen?: boolean | undefined
}

/**
 * Clock that tests can move. By default the clock runs at the speed of the machine's clock. A
 * frozen clock does not run between moves.
 */
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

  /**
   * Moves the clock forward by the number of seconds. A negative number moves the clock backward.
   */
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
