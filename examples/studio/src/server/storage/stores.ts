import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { postgresStores } from '@social/postgres'
import { sqliteStores } from '@social/sqlite'

/** Stores of the library, either in the studio's SQLite file or in PostgreSQL. */
export type Stores = ReturnType<typeof sqliteStores> | ReturnType<typeof postgresStores>

/**
 * Returns the name of the schema and queue of a data folder. Each folder needs its own name. In a
 * new folder the emulated networks assign the same ids again, so old data would be mistaken for
 * new data.
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
 * Opens the stores of the library. A production application also sets an encryption key, and
 * migrates the tables at deployment instead of at start.
 *
 * @param postgresUrl - URL of PostgreSQL. Null selects the studio's SQLite file.
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
