import { systemClock } from '@social/core/store'
import { joinRace } from '@social/testkit/store'
import { Pool } from 'pg'

import { postgresStores } from '../stores.js'
import { readLocation } from './at-postgres-location.js'

// Main file of a competing process in the race tests. The process opens the same schema with its
// own pool and clock.
joinRace((location) => {
  const { url, schema, key, aheadSeconds = 0 } = readLocation(location)
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadSeconds * 1000) }
  const pool = new Pool({ connectionString: url, max: 3 })
  const stores = postgresStores(pool, { schema, clock, ...(key !== null && { key }) })
  return {
    storage: stores.storage,
    locks: stores.locks,
    loginMemory: stores.loginMemory,
    seenUpdates: stores.seenUpdates,
    journal: stores.journal,
    markers: stores.markers,
    spendingCounter: stores.spendingCounter,
    close: async () => {
      await stores.close()
      await pool.end()
    },
  }
})
