import {
  emptyDatabase,
  installedPostgres,
  installedRedis,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import { expect, it } from 'vitest'

import { House } from './house.js'
import { type Extent, mistreat, SOUND } from './mistreat.js'

const SHORT: Extent = { posts: 20, updates: 10, workers: 2, blows: 3, storms: 2 }

it.skipIf(installedPostgres() === null).concurrent(
  'over PostgreSQL and pg-boss nothing is lost or doubled while workers, lines and the server are killed',
  async () => {
    await using server = await startPostgres({ durable: true })
    if (server === null) return
    const { url } = await emptyDatabase(server.url())
    await using house = await House.open(server, url)
    expect(await mistreat(house, SHORT)).toEqual(SOUND)
  },
  600_000,
)

it.skipIf(installedRedis() === null).concurrent(
  'over Redis and BullMQ nothing is lost or doubled while workers, lines and the server are killed',
  async () => {
    await using server = await startRedis({ durable: true })
    if (server === null) return
    await using house = await House.open(server, server.url)
    expect(await mistreat(house, SHORT)).toEqual(SOUND)
  },
  600_000,
)
