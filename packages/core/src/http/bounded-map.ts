/** A map that forgets what was used longest ago once it holds so many entries. */
export class BoundedMap<K, V> {
  readonly #mostEntries: number
  readonly #entries = new Map<K, V>()

  constructor(mostEntries: number) {
    this.#mostEntries = mostEntries
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined && this.#entries.size > 1) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#mostEntries) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }
}
