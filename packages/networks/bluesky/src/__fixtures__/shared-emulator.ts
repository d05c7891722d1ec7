import { afterAll, beforeAll, beforeEach } from 'vitest'

import { atEmulator } from './at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

/** One network for all tests of a file, and Ada, who is signed in. Before each test its requests are forgotten. */
export interface SharedEmulator {
  readonly net: Network
  readonly ada: Account
  /** The identity behind a handle; '' for none. */
  didOf(handle: string): string
}

/** Opens the network before the tests of a file, and closes it behind them. To be called once, outside of them. */
export function sharedEmulator(): SharedEmulator {
  let opened: { readonly net: Network; readonly ada: Account } | null = null
  const mustBeOpen = () => {
    if (opened === null) throw new Error('The network is open inside of tests only.')
    return opened
  }
  beforeAll(async () => {
    const net = await atEmulator()
    opened = { net, ada: await net.signIn() }
  })
  beforeEach(() => mustBeOpen().net.clear())
  afterAll(() => opened?.net.close())
  return {
    get net() {
      return mustBeOpen().net
    },
    get ada() {
      return mustBeOpen().ada
    },
    didOf: (handle) =>
      mustBeOpen().net.network.state().people.find((one) => one.handle === handle)?.did ?? '',
  }
}
