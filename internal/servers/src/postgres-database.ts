import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

/** How often it is tried to remove a database whose last connections are just ending. */
const TRIES = 100
const IN_USE = '55006'

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

/** Waits for connections that are ending: one that is cut meanwhile would fail whoever closes it. */
async function removeDatabase(serverUrl: string, name: string): Promise<void> {
  for (let time = 0; time < TRIES; time += 1)
    try {
      await ask(serverUrl, `DROP DATABASE IF EXISTS ${name}`)
      return
    } catch (error) {
      const { code } = error as { readonly code?: unknown } // whatever it is, its code is looked at
      if (code !== IN_USE) throw error
      await sleep(20)
    }
  await ask(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}
