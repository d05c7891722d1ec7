/**
 * Map with a maximum size (LRU cache). Adding to a full map removes the least recently used entry.
 */
export class BoundedMap<K, V> {
  readonly #maxEntries: number
  readonly #entries = new Map<K, V>()

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    // The entry becomes the most recently used one. In a map that is at most half full this is
    // skipped, because no entry will be removed soon.
    if (value !== undefined && this.#entries.size * 2 > this.#maxEntries) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#maxEntries) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }
}
