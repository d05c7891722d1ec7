import { aConnection } from '@social/testkit/application'

import { sqliteStores } from '../stores.js'
import { KEY } from './files.js'

// Main file of a test process. It saves one token after another and reports each saved token to the
// test, until the test kills the process.
const { storage, journal } = sqliteStores(String(process.argv[2]), { key: KEY })
const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }
const entry = await journal.open(key, 'print', { leaseSeconds: 0.001 })
const claim = 'claim' in entry ? entry.claim : ''
// This text fills several pages of the database file.
const filling = 'x'.repeat(15_000)
const first = Number(process.argv[3])
for (let generation = first; ; generation += 1) {
  await storage.saveConnection(
    aConnection({
      extra: { generation, filling },
      token: { accessToken: `access-${generation}`, refreshToken: `refresh-${generation}` },
    }),
  )
  await journal.save(key, claim, { generation, filling }, { leaseSeconds: 0.001 })
  process.send?.(generation)
}
