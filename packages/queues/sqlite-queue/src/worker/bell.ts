import { type FSWatcher, watch } from 'node:fs'

import { type Alarm, type AlarmListener, type Clock, setAlarm, stopAlarm } from '@social/core/store'

/**
 * Seconds between a change of the file and the poll, so that many changes cause one poll. Our
 * choice.
 */
const GATHER_SECONDS = 0.01

/**
 * Wakes a worker when another process has changed the file. Every change is appended to the
 * write-ahead log, so this class watches the log. Where the operating system reports no changes,
 * the worker finds jobs by polling.
 */
export class Bell implements AlarmListener {
  readonly #clock: Clock
  readonly #wake: () => void
  #watcher: FSWatcher | null = null
  #alarm: Alarm | null = null

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock
    this.#wake = wake
  }

  /** Starts to watch. The log must exist, which it does while the file is open. */
  open(path: string): void {
    try {
      this.#watcher = watch(`${path}-wal`, { persistent: false }, () => this.#changed())
      this.#watcher.on('error', () => this.#unwatch())
    } catch {
      // The operating system allows no more watches, or the log is missing.
      this.#unwatch()
    }
  }

  /** Called by the alarm. */
  ring(): void {
    this.#alarm = null
    this.#wake()
  }

  close(): void {
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
    this.#unwatch()
  }

  #changed(): void {
    this.#alarm ??= setAlarm(this.#clock, GATHER_SECONDS, this)
  }

  #unwatch(): void {
    this.#watcher?.close()
    this.#watcher = null
  }
}
