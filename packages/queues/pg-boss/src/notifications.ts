import { type Client, escapeIdentifier } from 'pg'

/**
 * Seconds before the first attempt to listen again. Later pauses are longer (backoff). Our choice.
 */
const FIRST_PAUSE_SECONDS = 1
/** Maximum pause between two attempts to listen again, in seconds. Our choice. */
const MAX_PAUSE_SECONDS = 30

/** Parameters of `Notifications`. */
export interface NotificationParts {
  /** Creates a client without connecting it. */
  readonly connect: () => Client
  readonly channel: string
  readonly heard: (payload: string) => void
  /** Called after the connection was reopened. Notifications sent in the meantime were missed. */
  readonly onBack: () => void
  /** Called with the error when the connection was cut. */
  readonly onError: (error: unknown) => void
}

/**
 * Receives notifications of PostgreSQL (`LISTEN`) over a separate connection, which is reopened
 * after a cut. pg-boss 12.35 has the same feature, but removes all listeners from a connection
 * before closing it. If the server then sends an error because it shuts down (57P01), the process
 * ends. This class keeps a listener for errors.
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

  /** Starts to listen. If this connection fails, rejects and does not retry. */
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

  /**
   * Stops listening. Resolves after the server has closed the connection, which may never happen.
   */
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
