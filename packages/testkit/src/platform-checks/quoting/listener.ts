import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'

/** Listens to everything that the library says on its channels. */
export class Listener {
  /** One event is published several times, and filled in meanwhile: it is looked at once, at the end. */
  readonly #events = new Set<unknown>()
  readonly #note = (event: unknown): void => void this.#events.add(event)
  readonly #tracing = ['social.operation', 'social.request'].map((name) => tracingChannel(name))

  constructor() {
    subscribe('social.warning', this.#note)
    for (const one of this.#tracing) one.subscribe(this.#every())
  }

  /** What was said since the last time. */
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
