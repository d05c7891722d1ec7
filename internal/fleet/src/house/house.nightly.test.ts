import { describe, expect, it } from 'vitest'

import { SERVER_KINDS, withServer } from '../__fixtures__/server-kinds.js'
import { House } from './house.js'
import { type Extent, mistreat, NO_FAILURES } from './mistreat.js'

const EXTENTS: readonly (readonly [size: string, extent: Extent])[] = [
  ['a small house', { posts: 20, updates: 10, workers: 2, disturbances: 3, storms: 2 }],
  ['a large house', { posts: 300, updates: 150, workers: 3, disturbances: 18, storms: 10 }],
]

describe.each(SERVER_KINDS)('over $name', (kind) => {
  it.for(EXTENTS)(
    'nothing is lost or doubled while workers, connections and the server are killed: %s',
    { timeout: 1_800_000 },
    ([_size, extent], context) =>
      withServer(kind, context, async ({ server, address }) => {
        await using house = await House.open(server, address)
        expect(await mistreat(house, extent)).toEqual(NO_FAILURES)
      }),
  )
})
