import type { SendCommand } from './client.js'

/**
 * Lua script that returns for each job whether its data contains a mark. Redis searches the data
 * itself, so that long data is not sent.
 */
const QUERY = `
local found = {}
for at, key in ipairs(KEYS) do
  local data = redis.call('HGET', key, 'data')
  found[at] = data and string.find(data, ARGV[at], 1, true) and 1 or 0
end
return found`

/** Maximum jobs in one command, because a command blocks Redis while it runs. Our choice. */
const MAX_TOGETHER = 1_000

interface Query {
  readonly key: string
  readonly mark: string
  readonly resolve: (isThere: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Checks whether jobs contain the mark that their `add` call created. All checks of one turn of
 * the event loop are sent as one command.
 */
export class GatheredQueries {
  readonly #send: SendCommand
  #asked: Query[] = []

  constructor(send: SendCommand) {
    this.#send = send
  }

  /**
   * Checks the data of one job.
   *
   * @returns True if the data of the job contains the mark.
   */
  holds(key: string, mark: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ key, mark, resolve, reject })
      // `setImmediate` runs after all replies that arrived together were processed, so that their
      // checks share one command.
      if (this.#asked.length === 1) setImmediate(() => this.#queryAll())
    })
  }

  #queryAll(): void {
    const all = this.#asked
    this.#asked = []
    for (let at = 0; at < all.length; at += MAX_TOGETHER) void this.#query(all.slice(at, at + MAX_TOGETHER))
  }

  /**
   * Sends the given checks in one command. Never rejects, because each check has its own promise.
   */
  async #query(all: readonly Query[]): Promise<void> {
    try {
      const keys = all.map(({ key }) => key)
      const marks = all.map(({ mark }) => mark)
      const answer = await this.#send(['EVAL', QUERY, String(all.length), ...keys, ...marks])
      const found: readonly unknown[] = Array.isArray(answer) ? answer : []
      for (const [at, { resolve }] of all.entries()) resolve(Number(found[at]) === 1)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
}
