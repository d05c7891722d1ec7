import type { Update } from '../../models/index.js'
import { anUpdate } from './an-update.js'

/** A network with polling by time, and the irregularities of such networks. */
export class ATimeNetwork {
  readonly asked: (string | null)[] = []
  #shown: Update[] = []

  /** Lists an update from now on, with any timestamp. */
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

  /** An account of this network. */
  account(id = 'fake:42') {
    const { fetchUpdates } = this
    return { id, can: (method: string) => method === 'fetchUpdates', fetchUpdates }
  }
}
