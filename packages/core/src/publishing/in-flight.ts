/**
 * Accounts whose visible request awaits its response in this process, under a key that was made just now: nothing of it
 * is in the journal yet.
 */
export class InFlight {
  readonly #counts = new Map<string, number>()

  begin(connectionId: string): void {
    this.#counts.set(connectionId, (this.#counts.get(connectionId) ?? 0) + 1)
  }

  end(connectionId: string): void {
    const left = (this.#counts.get(connectionId) ?? 0) - 1
    if (left > 0) this.#counts.set(connectionId, left)
    else this.#counts.delete(connectionId)
  }

  has(connectionId: string): boolean {
    return this.#counts.has(connectionId)
  }
}
