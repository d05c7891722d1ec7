import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'

/** Records all events on the library's diagnostics channels. */
export class Listener {
  /**
   * Recorded event objects. The library publishes one object several times and changes it in
   * between. The check therefore reads each object once, at the end.
   */
  readonly #events = new Set<unknown>()
  readonly #note = (event: unknown): void => void this.#events.add(event)
  readonly #tracing = ['social.operation', 'social.request'].map((name) => tracingChannel(name))

  constructor() {
    subscribe('social.warning', this.#note)
    for (const one of this.#tracing) one.subscribe(this.#every())
  }

  /** Returns the events since the last call of `take`. */
  take(): readonly unknown[] {
    const events = [...this.#events]
    this.#events.clear()
    return events
  }

  stop(): void {
    unsubscribe('social.warning', this.#note)
    for (const one of this.#tracing) one.unsubscribe(this.#every())
  }

  #every() {
    const note = this.#note
    return { start: note, end: note, asyncStart: note, asyncEnd: note, error: note }
  }
}
