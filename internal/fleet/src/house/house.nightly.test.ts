import {
  emptyDatabase,
  installedPostgres,
  installedRedis,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import { describe, expect, it } from 'vitest'

import { House } from './house.js'
import { type Extent, mistreat, SOUND } from './mistreat.js'

const EXTENTS: readonly [size: string, extent: Extent][] = [
  ['a small house', { posts: 20, updates: 10, workers: 2, blows: 3, storms: 2 }],
  ['a large house', { posts: 300, updates: 150, workers: 3, blows: 18, storms: 10 }],
]
const PATIENCE_MS = 1_800_000

describe('nothing is lost or doubled while workers, lines and the server are killed', () => {
  it.skipIf(installedPostgres() === null).each(EXTENTS)(
    'over PostgreSQL and pg-boss: %s',
    async (_size, extent) => {
      await using server = await startPostgres({ durable: true })
      if (server === null) return
      const { url } = await emptyDatabase(server.url())
      await using house = await House.open(server, url)
      expect(await mistreat(house, extent)).toEqual(SOUND)
    },
    PATIENCE_MS,
  )

  it.skipIf(installedRedis() === null).each(EXTENTS)(
    'over Redis and BullMQ: %s',
    async (_size, extent) => {
      await using server = await startRedis({ durable: true })
      if (server === null) return
      await using house = await House.open(server, server.url)
      expect(await mistreat(house, extent)).toEqual(SOUND)
    },
    PATIENCE_MS,
  )
})
