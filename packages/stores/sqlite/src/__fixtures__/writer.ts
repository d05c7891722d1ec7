import { aConnection } from '@social/testkit/application'

import { sqliteStores } from '../stores.js'
import { KEY } from './files.js'

// Saves one generation of a token after another, and reports each saved generation, until it is killed.
const { storage, journal } = sqliteStores(String(process.argv[2]), { key: KEY })
const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }
const entry = await journal.open(key, 'print', { leaseSeconds: 0.001 })
const claim = 'claim' in entry ? entry.claim : ''
// Large enough for several pages of the file.
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
