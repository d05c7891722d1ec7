/**
 * Names of the keys. All start with the prefix in braces, from which a cluster chooses the server. A script may only
 * use several keys of the same server.
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags (read 2026-11-22)
 */
export class Keys {
  /** Version, names of sealing keys, and permits. */
  readonly format: string
  readonly connections: string
  readonly apps: string
  readonly markers: string
  /** Last fencing token of all locks. */
  readonly fence: string
  /** Prefix of the keys of sign-in notes. */
  readonly notes: string
  /** Prefix of the keys of journal entries. */
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

  /** Owner of a post of a connection. */
  post(connectionId: string, postId: string): string {
    return `${this.#start}post:${JSON.stringify([connectionId, postId])}`
  }

  /** Stored response of a call that must not be counted twice. It is kept as long as the call can be repeated. */
  once(id: string): string {
    return `${this.#start}once:${id}`
  }
}
