import type { Update } from '../../models/index.js'
import { anUpdate } from './an-update.js'

/**
 * A fake network that is polled by time. Tests can list updates late, with any timestamp, and
 * remove updates.
 */
export class ATimeNetwork {
  readonly asked: (string | null)[] = []
  #shown: Update[] = []

  /** Adds an update to the list with this timestamp, which may be in the past or in the future. */
  show(id: string, timestamp: string): void {
    this.#shown.push(anUpdate({ id, timestamp }))
  }

  /** Removes an update from the list. */
  hide(id: string): void {
    this.#shown = this.#shown.filter((update) => update.id !== id)
  }

  readonly fetchUpdates = async (since: Date | null): Promise<readonly Update[]> => {
    this.asked.push(since?.toISOString() ?? null)
    return this.#shown.filter(({ timestamp }) => since === null || timestamp > since)
  }

  /** Returns an account of this fake network. */
  account(id = 'fake:42') {
    const { fetchUpdates } = this
    return { id, can: (method: string) => method === 'fetchUpdates', fetchUpdates }
  }
}
