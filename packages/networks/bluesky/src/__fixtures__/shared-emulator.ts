import { afterAll, beforeAll, beforeEach } from 'vitest'

import { atEmulator } from './at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

/**
 * One emulator for all tests of a file, with the signed-in account of Ada. The request log is
 * cleared before each test.
 */
export interface SharedEmulator {
  readonly net: Network
  readonly ada: Account
  /** Returns the DID of a handle; '' if no user has the handle. */
  didOf(handle: string): string
}

/**
 * Starts an emulator before the tests of a file, and closes it after them. Call this function
 * once, outside of the tests.
 */
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
