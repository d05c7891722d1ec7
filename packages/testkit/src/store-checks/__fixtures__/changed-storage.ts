import { InMemoryStorage } from '@social/core'
import type { Storage } from '@social/core/store'

/** Lets waiting work continue. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A defective in-memory storage. */
export const changed = (change: (storage: InMemoryStorage) => void) => (): Storage => {
  const storage = new InMemoryStorage()
  change(storage)
  return storage
}

