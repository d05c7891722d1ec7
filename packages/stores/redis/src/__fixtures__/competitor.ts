import { joinRace } from '@social/testkit/store'

import { redisStores } from '../stores.js'
import { connectClient } from './clients.js'
import { type Location, readLocation } from './location.js'
import { ShiftedClock } from './passing-time.js'

/** Seconds by which the clock of each competing process is off: nothing may depend on it. */
const AHEAD_SECONDS = ((process.pid % 3) - 1) * 180

const clock = new ShiftedClock(AHEAD_SECONDS)

// A process of the races: it uses the same server.
joinRace(async (location) => {
  const { url, prefix, key, name }: Location = readLocation(location)
  const { client, close } = await connectClient(name, url)
  return { ...redisStores(client, { prefix, clock, acceptLoss: true, timeoutSeconds: 20, ...(key !== null && { key }) }), close }
})
