import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type SqliteStores, sqliteStores } from '@social/sqlite'

import { FileHost, type MakeStores } from './stores.js'

/** Files in memory where the system has a directory for them, so that no test waits for a disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A file that every worker opens separately, as processes do. */
export const storesInFile: MakeStores = () => {
  const folder = mkdtempSync(join(FOLDER, 'social-chaos-'))
  const opened: SqliteStores[] = []
  const mediaHost = new FileHost()
  return {
    open: (_gate, clock) => {
      const stores = sqliteStores(join(folder, 'social.db'), { clock })
      opened.push(stores)
      const { storage, journal, seenUpdates, loginMemory, markers, locks } = stores
      return { storage, journal, seenUpdates, loginMemory, markers, locks, mediaHost }
    },
    close: () => {
      for (const stores of opened) stores.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
