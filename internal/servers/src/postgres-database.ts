import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

/** Maximum number of attempts to remove a database while its last connections close. */
const MAX_ATTEMPTS = 100
const IN_USE = '55006'

let databases = 0

/**
 * Creates an empty database on the server of the URL, so that test files share no data.
 *
 * @returns The URL of the database, and a function that removes the database.
 */
export async function emptyDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; readonly remove: () => Promise<void> }> {
  databases += 1
  const name = `social_test_${process.pid}_${Date.now().toString(36)}_${databases}`
  await ask(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => removeDatabase(serverUrl, name) }
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * Removes a database after all its connections are closed. A forced removal would cause errors in
 * connections that are closing.
 */
async function removeDatabase(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1)
    try {
      await ask(serverUrl, `DROP DATABASE IF EXISTS ${name}`)
      return
    } catch (error) {
      const { code } = error as { readonly code?: unknown } // safe cast: only the field `code` is read, and its type is checked later
      if (code !== IN_USE) throw error
      await sleep(20)
    }
  await ask(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}
