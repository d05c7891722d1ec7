import { type Client, escapeIdentifier } from 'pg'

/** Backoff: seconds between two tries to listen again, at first. Our choice. */
const FIRST_PAUSE_SECONDS = 1
/** And at most. Our choice. */
const MAX_PAUSE_SECONDS = 30

/** What notifications are heard by. */
export interface NotificationParts {
  /** Makes a client that is not connected. */
  readonly connect: () => Client
  readonly channel: string
  readonly heard: (payload: string) => void
  /** Told when it listens again: what was notified meanwhile was not heard. */
  readonly onBack: () => void
  /** Told when the connection was cut. */
  readonly onError: (error: unknown) => void
}

/**
 * Hears what the server notifies of (`LISTEN`), over a connection of its own that is made anew when it is cut. pg-boss 12.35
 * can do so too, and takes every listener off a connection before it ends it: what a server that goes down says after that
 * (57P01) ends the process. Here an error always has somebody who hears it.
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

  /** Listens. Rejects when the first connection cannot be made; nothing is tried again then. */
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

  /** Resolves when the server has let the connection go, which it may never do. */
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
