const FREE = 0
const IDLE = 1
const RUNNING = 2
/**
 * State of a connection that was removed while its poll was running. Its slot becomes free when
 * the poll has ended.
 */
const LEAVING = 3

/**
 * Stores the connections of a pool in arrays, one for each property. A slot is an index into these
 * arrays, and free slots are reused.
 */
export class PollSlots {
  readonly #slotOf = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #free: number[] = []
  #leaving = 0
  #everySeconds = new Float32Array(16)
  #cost = new Float32Array(16)
  #state = new Uint8Array(16)

  get size(): number {
    return this.#slotOf.size - this.#leaving
  }

  *ids(): IterableIterator<string> {
    for (const [id, slot] of this.#slotOf) if (this.#state[slot] !== LEAVING) yield id
  }

  /** Returns the slot of a connection. -1 if the connection is unknown. */
  find(id: string): number {
    const slot = this.#slotOf.get(id) ?? -1
    return this.#state[slot] === LEAVING ? -1 : slot
  }

  /**
   * Assigns a slot to a connection.
   *
   * @returns The slot. -1 if the connection was removed and its last poll is still running: this
   * poll then continues as the connection's poll.
   */
  add(id: string, everySeconds: number, cost: number): number {
    const known = this.#slotOf.get(id)
    const slot = known ?? this.#free.pop() ?? this.#ids.length
    if (slot >= this.#state.length) this.#grow()
    this.#everySeconds[slot] = everySeconds
    this.#cost[slot] = cost
    if (known !== undefined) {
      this.#state[slot] = RUNNING
      this.#leaving -= 1
      return -1
    }
    this.#ids[slot] = id
    this.#state[slot] = IDLE
    this.#slotOf.set(id, slot)
    return slot
  }

  /**
   * Removes a connection. Its slot is free immediately, or when the connection's running poll has
   * ended.
   */
  remove(slot: number): void {
    if (this.#state[slot] === RUNNING) {
      this.#state[slot] = LEAVING
      this.#leaving += 1
    } else this.#release(slot)
  }

  /** Records the start of a poll. @returns The id of the connection. */
  start(slot: number): string {
    this.#state[slot] = RUNNING
    return this.#ids[slot] ?? ''
  }

  /** Records the end of a poll. @returns False if the connection was removed during the poll. */
  finish(slot: number): boolean {
    if (this.#state[slot] === LEAVING) {
      this.#leaving -= 1
      this.#release(slot)
      return false
    }
    this.#state[slot] = IDLE
    return true
  }

  /** Returns the interval between the connection's polls in seconds. */
  everySecondsOf(slot: number): number {
    return this.#everySeconds[slot] ?? 0
  }

  /** Returns the units of the budget that one poll of the connection costs. */
  costOf(slot: number): number {
    return this.#cost[slot] ?? 0
  }

  #release(slot: number): void {
    this.#slotOf.delete(this.#ids[slot] ?? '')
    this.#ids[slot] = ''
    this.#state[slot] = FREE
    this.#free.push(slot)
  }

  #grow(): void {
    const capacity = Math.ceil(this.#state.length * 1.5)
    const everySeconds = new Float32Array(capacity)
    everySeconds.set(this.#everySeconds)
    const cost = new Float32Array(capacity)
    cost.set(this.#cost)
    const state = new Uint8Array(capacity)
    state.set(this.#state)
    this.#everySeconds = everySeconds
    this.#cost = cost
    this.#state = state
  }
}
