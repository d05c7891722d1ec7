import { joinRace } from '@social/testkit'

import { sqliteStores } from '../stores.js'
import { type Location, readLocation } from './files.js'

// A process of the races: it opens the same file.
joinRace((location) => {
  const { path, key }: Location = readLocation(location)
  return sqliteStores(path, key === null ? {} : { key })
})
