import { Client } from 'pg'

let databases = 0

/**
 * Makes an empty database of its own beside the one the address names, so that test files do not meet.
 *
 * @returns Its address, and what removes it.
 */
export async function emptyDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; readonly remove: () => Promise<void> }> {
  databases += 1
  const name = `social_test_${process.pid}_${Date.now().toString(36)}_${databases}`
  await ask(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => ask(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
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
