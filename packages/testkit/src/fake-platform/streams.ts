import type { Call, Update, UpdateListener } from '@social/core/platform'

interface OpenStream {
  readonly connectionId: string
  readonly listener: UpdateListener
  end(error: Error | null): void
}

/** Open streams of live updates of a fake network. */
export class FakeStreams {
  readonly #open = new Set<OpenStream>()

  /** Keeps a stream open until the call's signal is aborted, or until `end` is called. */
  async hold(listener: UpdateListener, { connection, signal }: Call): Promise<void> {
    signal.throwIfAborted()
    const over = Promise.withResolvers<void>()
    const stream: OpenStream = {
      connectionId: connection.id,
      listener,
      end: (error) => (error === null ? over.resolve() : over.reject(error)),
    }
    const stop = (): void => over.reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    this.#open.add(stream)
    listener.opened()
    try {
      await over.promise
    } finally {
      this.#open.delete(stream)
      signal.removeEventListener('abort', stop)
    }
  }

  /** Passes an update to the open streams of the update's account. */
  emit(update: Update): void {
    for (const { connectionId, listener } of this.#open)
      if (connectionId === update.connectionId) listener.happened(update)
  }

  /** Ends all streams. Streams reject with `error` if an error is given. */
  end(error: Error | null): void {
    for (const stream of this.#open) stream.end(error)
  }
}
