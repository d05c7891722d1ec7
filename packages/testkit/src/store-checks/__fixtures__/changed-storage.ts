import { InMemoryStorage } from '@social/core'
import type { Storage } from '@social/core/store'

/** Lets whoever waits go on. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A storage in memory that somebody got wrong. */
export const changed = (change: (storage: InMemoryStorage) => void) => (): Storage => {
  const storage = new InMemoryStorage()
  change(storage)
  return storage
}

