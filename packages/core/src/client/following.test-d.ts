import { test } from 'vitest'

import { definePlatform, type Platform } from '../contract/index.js'
import { Dispatcher, Poller, PollerPool } from '../events/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { base } from './__fixtures__/typed-base.js'
import { SocialClient } from './social-client.js'

const timed = definePlatform({
  ...base,
  name: 'timed',
  features: [],
  fetchUpdates: () => Promise.resolve([]),
})
const pushing = definePlatform({ ...base, name: 'pushing', features: [] })
const storage = new InMemoryStorage()
const client = new SocialClient({ storage, platforms: { timed, pushing } })
const { markers } = client
const dispatcher = new Dispatcher()
declare const id: string

test('every account that can be polled is accepted by a poller', () => {
  void new Poller({ account: client.account('timed:1'), markers, dispatcher })
  void new Poller({ account: client.account(id), markers, dispatcher })
  void new PollerPool({ account: (one) => client.account(one), markers, dispatcher })
  void new PollerPool({ account: (one) => client.accountOf('timed', one), markers, dispatcher })
  const wide = new SocialClient<Record<string, Platform>>({ storage, platforms: {} })
  void new Poller({ account: wide.account('anything:1'), markers: wide.markers, dispatcher })
})

test('an account of a network without polling is not accepted by a poller', () => {
  // @ts-expect-error pushing lacks fetchUpdates
  void new Poller({ account: client.account('pushing:1'), markers, dispatcher })
})

test('each way to poll takes its own options', () => {
  const account = client.account(id)
  // @ts-expect-error a dispatcher is needed
  void new Poller({ account, markers })
  // @ts-expect-error deliver belongs to a poller with custom functions
  void new Poller({ account, markers, dispatcher, deliver: () => {} })
  // @ts-expect-error only one way to poll is allowed
  void new PollerPool({ account: () => account, markers, dispatcher, poll: () => Promise.resolve() })
})
