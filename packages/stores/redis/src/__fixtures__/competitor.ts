import { joinRace } from '@social/testkit/store'

import { redisStores } from '../stores.js'
import { connectClient } from './clients.js'
import { type Location, readLocation } from './location.js'
import { ShiftedClock } from './passing-time.js'

/**
 * Clock offset of this competing process in seconds: -180, 0 or 180. The stores must work with a
 * wrong local clock.
 */
const AHEAD_SECONDS = ((process.pid % 3) - 1) * 180

const clock = new ShiftedClock(AHEAD_SECONDS)

// Main file of a competing process in the race tests. The process uses the same server as the test.
joinRace(async (location) => {
  const { url, prefix, key, name }: Location = readLocation(location)
  const { client, close } = await connectClient(name, url)
  return { ...redisStores(client, { prefix, clock, acceptLoss: true, timeoutSeconds: 20, ...(key !== null && { key }) }), close }
})
