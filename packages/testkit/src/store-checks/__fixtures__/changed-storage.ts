import { InMemoryStorage } from '@social/core'
import type { Storage } from '@social/core/store'

/** Waits for one turn of the event loop, so that pending work can continue. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates an in-memory storage and applies `change`, which adds a defect to the storage. */
export const changed = (change: (storage: InMemoryStorage) => void) => (): Storage => {
  const storage = new InMemoryStorage()
  change(storage)
  return storage
}

