const NOT_IN = 0xffff_ffff

/** Slots by the moment they are due, the earliest first: a binary heap over typed arrays, 16 bytes for each slot. */
export class DueHeap {
  #due = new Float64Array(16)
  #heap = new Uint32Array(16)
  /** Where in the heap a slot stands. */
  #place = new Uint32Array(16).fill(NOT_IN)
  #size = 0

  /** How many slots are in. */
  get size(): number {
    return this.#size
  }

  /** The slot that is due first; -1 when there is none. */
  get first(): number {
    return this.#size === 0 ? -1 : at(this.#heap, 0)
  }

  /** When the first slot is due; Infinity when there is none. */
  get firstDue(): number {
    return this.#size === 0 ? Infinity : at(this.#due, at(this.#heap, 0))
  }

  /** Puts a slot in that is not in yet. */
  push(slot: number, due: number): void {
    if (slot >= this.#due.length) this.#grow(slot + 1)
    this.#due[slot] = due
    const place = this.#size
    this.#size += 1
    this.#up(place, slot)
  }

  /** Takes a slot out; quiet when it is not in. */
  remove(slot: number): void {
    const place = slot < this.#place.length ? at(this.#place, slot) : NOT_IN
    if (place === NOT_IN) return
    this.#place[slot] = NOT_IN
    this.#size -= 1
    if (place === this.#size) return
    const last = at(this.#heap, this.#size)
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
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#dueAt(child + 1) < this.#dueAt(child)) child += 1
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
    const heap = new Uint32Array(capacity)
    heap.set(this.#heap)
    const place = new Uint32Array(capacity).fill(NOT_IN)
    place.set(this.#place)
    this.#due = due
    this.#heap = heap
    this.#place = place
  }
}

/** An element that is known to be there: the compiler cannot know the length of a typed array. */
function at(array: Float64Array | Uint32Array, index: number): number {
  return array[index] ?? 0
}
