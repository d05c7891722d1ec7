import { afterAll, beforeAll, beforeEach } from 'vitest'

import { atEmulator } from './at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

/** One network for all tests of a file, and the signed-in account of Ada. Its request log is cleared before each test. */
export interface SharedEmulator {
  readonly net: Network
  readonly ada: Account
  /** DID of a handle; '' without one. */
  didOf(handle: string): string
}

/** Opens the network before the tests of a file, and closes it after them. Call it once, outside of the tests. */
export function sharedEmulator(): SharedEmulator {
  let opened: { readonly net: Network; readonly ada: Account } | null = null
  const mustBeOpen = () => {
    if (opened === null) throw new Error('The network is only open inside tests.')
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
