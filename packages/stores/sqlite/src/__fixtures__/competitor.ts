import { systemClock } from '@social/core/store'
import { joinRace } from '@social/testkit/store'

import { sqliteStores } from '../stores.js'
import { type Location, readLocation } from './files.js'

// Main file of a competing process in the race tests. The process opens the same file.
joinRace((location) => {
  const { path, key, aheadSeconds = 0 }: Location = readLocation(location)
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadSeconds * 1000) }
  return sqliteStores(path, key === null ? { clock } : { clock, key })
})
