/**
 * Names of the keys. All keys start with the prefix in braces (a hash tag), by which a cluster
 * chooses the server. A script can use several keys only if one server holds all of them.
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags (read
 * 2026-11-22)
 */
export class Keys {
  /** Key of the metadata: layout version, names of encryption keys, and permits for plain text. */
  readonly format: string
  readonly connections: string
  readonly apps: string
  readonly markers: string
  /** Key of the last fencing token, which all locks share. */
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

  /**
   * Key of a hash of journal entries: the entries of this connection that sent a visible request
   * and await its response.
   */
  awaiting(connectionId: string): string {
    return `${this.#start}awaiting:${connectionId}`
  }

  /** Key that stores which journal entry owns a post of a connection. */
  post(connectionId: string, postId: string): string {
    return `${this.#start}post:${JSON.stringify([connectionId, postId])}`
  }

  /**
   * Key of the stored response of a call that must not be counted twice. The response is kept as
   * long as the call can be repeated.
   */
  once(id: string): string {
    return `${this.#start}once:${id}`
  }
}
