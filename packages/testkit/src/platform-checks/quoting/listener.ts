import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'

/** Subscribes to all diagnostics channels of the library. */
export class Listener {
  /**
   * Received events. The library publishes an event object several times and changes it in between, so the check
   * reads each object once at the end.
   */
  readonly #events = new Set<unknown>()
  readonly #note = (event: unknown): void => void this.#events.add(event)
  readonly #tracing = ['social.operation', 'social.request'].map((name) => tracingChannel(name))

  constructor() {
    subscribe('social.warning', this.#note)
    for (const one of this.#tracing) one.subscribe(this.#every())
  }

  /** Events since the last call. */
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
