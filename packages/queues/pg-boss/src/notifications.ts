import { type Client, escapeIdentifier } from 'pg'

/** Backoff: seconds before the first attempt to listen again. Later pauses are longer. Our choice. */
const FIRST_PAUSE_SECONDS = 1
/** Maximum pause in seconds. Our choice. */
const MAX_PAUSE_SECONDS = 30

/** Dependencies of the notifications. */
export interface NotificationParts {
  /** Creates a client that is not connected. */
  readonly connect: () => Client
  readonly channel: string
  readonly heard: (payload: string) => void
  /** Called when it listens again: notifications in between were missed. */
  readonly onBack: () => void
  /** Called when the connection was cut. */
  readonly onError: (error: unknown) => void
}

/**
 * Receives notifications of the server (`LISTEN`) over its own connection, which is reopened after a cut. pg-boss 12.35
 * has the same feature, but removes every listener from a connection before it ends it. A later error of a server that
 * shuts down (57P01) then ends the process. Here an error always has a listener.
 */
export class Notifications {
  readonly #parts: NotificationParts
  #client: Client | null = null
  #pauseSeconds = FIRST_PAUSE_SECONDS
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: NotificationParts) {
    this.#parts = parts
  }

  /** Starts to listen. Rejects if the first connection fails; then there are no retries. */
  async start(): Promise<void> {
    const { connect, channel, heard, onError } = this.#parts
    const client = connect()
    this.#client = client
    let isListening = false
    const cut = (error: unknown): void => {
      if (!isListening || this.#isClosed) return
      isListening = false
      void end(client)
      onError(error)
      this.#startLater()
    }
    client.on('error', cut)
    client.on('end', () => cut(new Error('the connection for notifications was cut')))
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${escapeIdentifier(channel)}`)
    } catch (error) {
      void end(client)
      throw error
    }
    isListening = true
    this.#pauseSeconds = FIRST_PAUSE_SECONDS
  }

  /** Resolves after the server has closed the connection, which may never happen. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#client !== null) await end(this.#client)
  }

  #startLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.start().then(this.#parts.onBack, () => this.#startLater())
    }, this.#pauseSeconds * 1000)
    this.#pauseSeconds = Math.min(this.#pauseSeconds * 2, MAX_PAUSE_SECONDS)
  }
}

async function end(client: Client): Promise<void> {
  await client.end().catch(() => undefined)
}
