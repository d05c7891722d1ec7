import { wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** Where an emulated network takes the time from. A test kit's fake clock fits. */
export interface EmulatorClock {
  now(): Date
}

/** How a settable clock begins. */
export interface SettableClockOptions {
  /** What it shows first; the machine's time unless given. */
  readonly start?: Date | undefined
  /** True when it only moves when told to. */
  readonly frozen?: boolean | undefined
}

/** A clock that can be moved: it runs with the machine's, shifted, or stands still until it is told to move. */
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

  /** Moves it on. A negative number moves it back, as a corrected machine clock does. */
  advance(seconds: number): void {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds))
      throw wrongArgument('clock.advance', 'given a number of seconds', seconds)
    this.set(new Date(this.now().getTime() + seconds * 1000))
  }

  /** Puts it to a moment. */
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
