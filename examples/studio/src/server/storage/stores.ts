import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { postgresStores } from '@social/postgres'
import { sqliteStores } from '@social/sqlite'

/** What the library keeps: in the studio's own file, or in PostgreSQL. */
export type Stores = ReturnType<typeof sqliteStores> | ReturnType<typeof postgresStores>

/**
 * The schema of one folder, and the name of its queue. The emulated networks start anew with a new folder and number everything as before, so that
 * what was remembered of the old ones would be taken for theirs.
 */
export function schemaOf(dataFolder: string): string {
  const file = join(dataFolder, 'postgres-schema')
  try {
    writeFileSync(file, `studio_${randomBytes(8).toString('hex')}`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}

/**
 * Opens what the library keeps everything in. An application gives both kinds a key, and migrates when it is deployed
 * rather than when it starts.
 *
 * @param postgresUrl - Null keeps it in the studio's own file.
 */
export async function openStores(dataFolder: string, postgresUrl: string | null): Promise<Stores> {
  if (postgresUrl === null) return sqliteStores(join(dataFolder, 'studio.db'))
  const stores = postgresStores(postgresUrl, { schema: schemaOf(dataFolder) })
  try {
    await stores.migrate()
    return stores
  } catch (error) {
    await stores.close()
    throw error
  }
}
