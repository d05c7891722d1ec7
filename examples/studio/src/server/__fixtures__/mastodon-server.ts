/**
 * Client for the emulated Mastodon server of a studio under test. Sends control requests to
 * `/__emulator`.
 */
export class MastodonServer {
  readonly #origin: () => string

  /**
   * @param origin - Returns the current origin of the server. The origin changes when the studio
   * restarts.
   */
  constructor(origin: () => string) {
    this.#origin = origin
  }

  /**
   * Sends a control request to the emulator, for example to trigger an event or to read the
   * server's state.
   */
  async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${this.#origin()}/__emulator/mastodon/${path}`, {
      method,
      headers: { connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as T // safe cast: the caller names the type of the JSON that this emulator path returns
  }

  /** Returns the texts of all posts on the server, sorted. */
  async texts(): Promise<readonly string[]> {
    const { statuses } = await this.steer<{ statuses: { text: string }[] }>('GET', 'state')
    return statuses.map(({ text }) => text).toSorted()
  }
}
