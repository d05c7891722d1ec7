/** The Mastodon server of a studio under test, steered by what stands behind `/__emulator`. */
export class MastodonServer {
  readonly #origin: () => string

  /** @param origin - Where it is now: a studio that is started again has another one. */
  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** Makes something happen there, or asks what the server knows. */
  async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${this.#origin()}/__emulator/mastodon/${path}`, {
      method,
      headers: { connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as T // the emulator's own JSON
  }

  /** The words of everything at the network, in the order of the alphabet. */
  async texts(): Promise<readonly string[]> {
    const { statuses } = await this.steer<{ statuses: { text: string }[] }>('GET', 'state')
    return statuses.map(({ text }) => text).toSorted()
  }
}
