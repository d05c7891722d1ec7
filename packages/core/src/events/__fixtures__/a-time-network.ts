import type { Update } from '../../models/index.js'
import { anUpdate } from './an-update.js'

/** A network that answers "since when", as badly as such networks do. */
export class ATimeNetwork {
  readonly asked: (string | null)[] = []
  #shown: Update[] = []

  /** Shows an update from now on, whatever moment it claims to be of. */
  show(id: string, timestamp: string): void {
    this.#shown.push(anUpdate({ id, timestamp }))
  }

  /** Shows it no longer. */
  hide(id: string): void {
    this.#shown = this.#shown.filter((update) => update.id !== id)
  }

  readonly fetchUpdates = async (since: Date | null): Promise<readonly Update[]> => {
    this.asked.push(since?.toISOString() ?? null)
    return this.#shown.filter(({ timestamp }) => since === null || timestamp > since)
  }

  /** The same as an account of it. */
  account(id = 'fake:42') {
    const { fetchUpdates } = this
    return { id, can: (method: string) => method === 'fetchUpdates', fetchUpdates }
  }
}
