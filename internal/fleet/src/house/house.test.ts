import { expect, it } from 'vitest'

import { SERVER_KINDS, withServer } from '../__fixtures__/server-kinds.js'
import { House } from './house.js'
import { mistreatBriefly, NO_FAILURES } from './mistreat.js'

// The test takes a quarter of a minute, because it waits until the leases of a killed worker
// expire.
it.concurrent.for(SERVER_KINDS)(
  'nothing is lost or doubled over $name when a worker, the connections and the server are killed',
  { timeout: 1_200_000 },
  (kind, context) =>
    withServer(kind, context, async ({ server, address }) => {
      await using house = await House.open(server, address)
      expect(await mistreatBriefly(house)).toEqual(NO_FAILURES)
    }),
)
