import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type SqliteStores, sqliteStores } from '@social/sqlite'

import { FileHost, type MakeStores } from './stores.js'

/**
 * Folder of the database files. A folder in memory is used where available, so that no test waits
 * for a disk.
 */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/**
 * Creates stores in one SQLite file that every worker opens separately, like separate processes.
 */
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
