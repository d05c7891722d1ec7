/**
 * Length of one tick of the timing wheel in seconds. The pool does not wake up more often than
 * once per tick.
 */
const TICK_SECONDS = 0.05
/**
 * Number of ticks in one turn of the wheel (3.4 minutes). Slots with a later due time stay in the
 * wheel for another turn.
 */
const TICKS = 4096

const NONE = 0xffff_ffff

/** Value of `#place` for a slot that is not in the queue. */
const NOT_IN = NONE
const IN_WHEEL = NONE - 1

/**
 * Priority queue of slots, ordered by due time. Slots that are due in the current tick are in a
 * small binary heap. All later slots are in a timing wheel with a list of slots per tick, where
 * insert and remove take constant time (G. Varghese and T. Lauck, Hashed and Hierarchical Timing
 * Wheels, 1987). All data is in typed arrays, with 20 bytes per slot.
 */
export class DueQueue {
  #due = new Float64Array(16)
  /** Position of each slot in the heap, or `NOT_IN`, or `IN_WHEEL`. */
  #place = new Uint32Array(16).fill(NOT_IN)
  /**
   * For each slot, the next slot in the list of the same tick. `#previous` contains the previous
   * slot.
   */
  #next = new Uint32Array(16)
  #previous = new Uint32Array(16)
  /** First slot in the list of each tick. */
  readonly #lists = new Uint32Array(TICKS).fill(NONE)
  #inWheel = 0
  #heap = new Uint32Array(16)
  #inHeap = 0
  /** Last tick whose slots were moved from the wheel into the heap. */
  #horizon = -Infinity

  get size(): number {
    return this.#inHeap + this.#inWheel
  }

  /** Slot with the earliest due time. -1 if the queue is empty. */
  get first(): number {
    if (this.#inHeap === 0 && !this.#advance()) return -1
    return at(this.#heap, 0)
  }

  /** Due time of the first slot. Infinity if the queue is empty. */
  get firstDue(): number {
    const { first } = this
    return first === -1 ? Infinity : at(this.#due, first)
  }

  /** Adds a slot. The slot must not be in the queue. */
  push(slot: number, due: number): void {
    if (slot >= this.#due.length) this.#grow(slot + 1)
    this.#due[slot] = due
    if (tickOf(due) > this.#horizon) this.#link(slot)
    else this.#pushToHeap(slot)
  }

  /** Removes a slot. Does nothing if the slot is not in the queue. */
  remove(slot: number): void {
    const place = slot < this.#place.length ? at(this.#place, slot) : NOT_IN
    if (place === NOT_IN) return
    if (place === IN_WHEEL) {
      this.#unlink(slot)
      this.#place[slot] = NOT_IN
    } else this.#removeFromHeap(slot, place)
  }

  /**
   * Moves the slots of the next non-empty tick into the heap. @returns False if the wheel is
   * empty.
   */
  #advance(): boolean {
    if (this.#inWheel === 0) return false
    for (;;) {
      const end = this.#horizon + TICKS
      while (this.#horizon < end) {
        this.#horizon += 1
        if (this.#moveTick(this.#horizon)) return true
      }
      // No slot is due within one turn of the wheel, so the horizon skips to the tick before the
      // earliest slot.
      this.#horizon = this.#firstTick() - 1
    }
  }

  /**
   * Moves the slots of a tick into the heap. Slots of later turns of the wheel stay in the list.
   * @returns False if the heap is still empty.
   */
  #moveTick(tick: number): boolean {
    for (let slot = at(this.#lists, listOf(tick)); slot !== NONE;) {
      const next = at(this.#next, slot)
      if (tickOf(at(this.#due, slot)) === tick) {
        this.#unlink(slot)
        this.#pushToHeap(slot)
      }
      slot = next
    }
    return this.#inHeap > 0
  }

  #firstTick(): number {
    let first = Infinity
    for (let slot = 0; slot < this.#due.length; slot += 1)
      if (at(this.#place, slot) === IN_WHEEL) first = Math.min(first, tickOf(at(this.#due, slot)))
    return first
  }

  #link(slot: number): void {
    const list = listOf(tickOf(at(this.#due, slot)))
    const next = at(this.#lists, list)
    this.#place[slot] = IN_WHEEL
    this.#next[slot] = next
    this.#previous[slot] = NONE
    if (next !== NONE) this.#previous[next] = slot
    this.#lists[list] = slot
    this.#inWheel += 1
  }

  #unlink(slot: number): void {
    const next = at(this.#next, slot)
    const previous = at(this.#previous, slot)
    if (next !== NONE) this.#previous[next] = previous
    if (previous === NONE) this.#lists[listOf(tickOf(at(this.#due, slot)))] = next
    else this.#next[previous] = next
    this.#inWheel -= 1
  }

  #pushToHeap(slot: number): void {
    if (this.#inHeap === this.#heap.length) this.#heap = longer(this.#heap, this.#inHeap * 2)
    this.#inHeap += 1
    this.#up(this.#inHeap - 1, slot)
  }

  #removeFromHeap(slot: number, place: number): void {
    this.#place[slot] = NOT_IN
    this.#inHeap -= 1
    if (place === this.#inHeap) return
    const last = at(this.#heap, this.#inHeap)
    this.#up(place, last)
    this.#down(at(this.#place, last), last)
  }

  #up(from: number, slot: number): void {
    const due = at(this.#due, slot)
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const other = at(this.#heap, parent)
      if (at(this.#due, other) <= due) break
      this.#put(place, other)
      place = parent
    }
    this.#put(place, slot)
  }

  #down(from: number, slot: number): void {
    const due = at(this.#due, slot)
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= this.#inHeap) break
      if (child + 1 < this.#inHeap && this.#dueAt(child + 1) < this.#dueAt(child)) child += 1
      const other = at(this.#heap, child)
      if (at(this.#due, other) >= due) break
      this.#put(place, other)
      place = child
    }
    this.#put(place, slot)
  }

  #dueAt(place: number): number {
    return at(this.#due, at(this.#heap, place))
  }

  #put(place: number, slot: number): void {
    this.#heap[place] = slot
    this.#place[slot] = place
  }

  #grow(slots: number): void {
    const capacity = Math.max(slots, Math.ceil(this.#due.length * 1.5))
    const due = new Float64Array(capacity)
    due.set(this.#due)
    this.#due = due
    const known = this.#place.length
    this.#place = longer(this.#place, capacity).fill(NOT_IN, known)
    this.#next = longer(this.#next, capacity)
    this.#previous = longer(this.#previous, capacity)
  }
}

function tickOf(due: number): number {
  return Math.floor(due / TICK_SECONDS)
}

/** Returns the position in `#lists` of a tick. Ticks may be negative. */
function listOf(tick: number): number {
  const rest = tick % TICKS
  return rest < 0 ? rest + TICKS : rest
}

function longer(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length)
  copy.set(array)
  return copy
}

/**
 * Reads an element that exists. The compiler cannot know the length of a typed array, so it
 * includes undefined in the type.
 */
function at(array: Float64Array | Uint32Array, index: number): number {
  return array[index] ?? 0
}
