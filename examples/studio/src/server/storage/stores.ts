import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { postgresStores } from '@social/postgres'
import { sqliteStores } from '@social/sqlite'

/** Stores of the library: in the studio's SQLite file or in PostgreSQL. */
export type Stores = ReturnType<typeof sqliteStores> | ReturnType<typeof postgresStores>

/**
 * Schema and queue name of a data folder. With a new folder the emulated networks assign the same ids again, so old
 * data in the same schema would be mistaken for new data.
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
 * Opens the stores of the library. A real application also sets an encryption key, and migrates at deployment
 * instead of at start.
 *
 * @param postgresUrl - Null selects the studio's SQLite file.
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
