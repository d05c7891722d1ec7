import { joinRace } from '@social/testkit/store'

import { redisStores } from '../stores.js'
import { connectClient } from './clients.js'
import { type Location, readLocation } from './location.js'
import { ShiftedClock } from './passing-time.js'

/** Clock offset of each competing process in seconds. The stores must not depend on it. */
const AHEAD_SECONDS = ((process.pid % 3) - 1) * 180

const clock = new ShiftedClock(AHEAD_SECONDS)

// A process of the race tests, on the same server.
joinRace(async (location) => {
  const { url, prefix, key, name }: Location = readLocation(location)
  const { client, close } = await connectClient(name, url)
  return { ...redisStores(client, { prefix, clock, acceptLoss: true, timeoutSeconds: 20, ...(key !== null && { key }) }), close }
})
