import type { SendCommand } from './client.js'

/**
 * Says of each job whether its data holds a mark. Read where it stands, so that the data of a job that was known before, which
 * may be long, is not sent.
 */
const LOOK = `
local found = {}
for at, key in ipairs(KEYS) do
  local data = redis.call('HGET', key, 'data')
  found[at] = data and string.find(data, ARGV[at], 1, true) and 1 or 0
end
return found`

/** Jobs of one command at most: it keeps the server from everything else while it runs. Our choice. */
const MAX_TOGETHER = 1_000

interface Looking {
  readonly key: string
  readonly mark: string
  readonly resolve: (isThere: boolean) => void
  readonly reject: (error: unknown) => void
}

/** Looks at jobs for the marks of those who added them. What is asked in one turn of the event loop goes together. */
export class GatheredQueries {
  readonly #send: SendCommand
  #asked: Looking[] = []

  constructor(send: SendCommand) {
    this.#send = send
  }

  /** @returns True when the data of that job holds the mark. */
  holds(key: string, mark: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ key, mark, resolve, reject })
      // Replies that came together were all handed out by then.
      if (this.#asked.length === 1) setImmediate(() => this.#lookAtAll())
    })
  }

  #lookAtAll(): void {
    const all = this.#asked
    this.#asked = []
    for (let at = 0; at < all.length; at += MAX_TOGETHER) void this.#look(all.slice(at, at + MAX_TOGETHER))
  }

  /** Never rejects: whoever asked hears of it. */
  async #look(all: readonly Looking[]): Promise<void> {
    try {
      const keys = all.map(({ key }) => key)
      const marks = all.map(({ mark }) => mark)
      const answer = await this.#send(['EVAL', LOOK, String(all.length), ...keys, ...marks])
      const found: readonly unknown[] = Array.isArray(answer) ? answer : []
      for (const [at, { resolve }] of all.entries()) resolve(Number(found[at]) === 1)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
}
