/** Emulated Mastodon server of a studio under test, controlled through `/__emulator`. */
export class MastodonServer {
  readonly #origin: () => string

  /** @param origin - Current origin of the server. It changes when the studio restarts. */
  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** Triggers an event or reads the server's state. */
  async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${this.#origin()}/__emulator/mastodon/${path}`, {
      method,
      headers: { connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as T // JSON of the emulator.
  }

  /** Texts of all posts at the network, sorted. */
  async texts(): Promise<readonly string[]> {
    const { statuses } = await this.steer<{ statuses: { text: string }[] }>('GET', 'state')
    return statuses.map(({ text }) => text).toSorted()
  }
}
