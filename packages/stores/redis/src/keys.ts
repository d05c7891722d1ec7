/**
 * Names of the keys. All begin with the prefix in braces, the part that a cluster chooses the server by: a script may
 * touch several of them only where they live together.
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags (read 2026-11-22)
 */
export class Keys {
  /** Version, names of sealing keys, permits. */
  readonly format: string
  readonly connections: string
  readonly apps: string
  readonly markers: string
  /** The last fencing token of all locks. */
  readonly fence: string
  /** What the keys of notes begin with. */
  readonly notes: string
  /** What the keys of journal entries begin with. */
  readonly journal: string
  readonly #start: string

  constructor(prefix: string) {
    const start = `{${prefix}}:`
    this.#start = start
    this.format = `${start}format`
    this.connections = `${start}connections`
    this.apps = `${start}apps`
    this.markers = `${start}markers`
    this.fence = `${start}fence`
    this.notes = `${start}notes:`
    this.journal = `${start}journal:`
  }

  lock(key: string): string {
    return `${this.#start}lock:${key}`
  }

  seen(update: string): string {
    return `${this.#start}seen:${update}`
  }

  spending(bucket: string): string {
    return `${this.#start}spending:${bucket}`
  }

  /** Entries of a connection whose visible request awaits its response. */
  awaiting(connectionId: string): string {
    return `${this.#start}awaiting:${connectionId}`
  }

  /** The owner of a post of a connection. */
  post(connectionId: string, postId: string): string {
    return `${this.#start}post:${JSON.stringify([connectionId, postId])}`
  }

  /** What a call that must not be counted twice answered, for as long as it can be repeated. */
  once(id: string): string {
    return `${this.#start}once:${id}`
  }
}
