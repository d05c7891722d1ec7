import { DatabaseSync } from 'node:sqlite'

import { afterAll, expect, it } from 'vitest'

import { TemporaryFolder } from '../__fixtures__/files.js'
import { sqliteStores } from '../stores.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const LEASE = { leaseSeconds: 60 }

it('recognizes a copy of an update while another process writes', async () => {
  const path = folder.file()
  const stores = sqliteStores(path)
  const { seenUpdates } = stores
  const first = await seenUpdates.claim('seen', LEASE)
  await seenUpdates.confirm('seen', first.state === 'CLAIMED' ? first.claim : '')
  await seenUpdates.claim('busy', LEASE)
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')

  expect(await seenUpdates.claim('seen', LEASE)).toEqual({ state: 'SEEN' })
  expect(await seenUpdates.claim('busy', LEASE)).toEqual({ state: 'BUSY' })
  other.exec('ROLLBACK')
  other.close()
  stores.close()
})
