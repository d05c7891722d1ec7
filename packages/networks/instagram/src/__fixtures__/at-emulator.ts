import { type Clock, type MediaHost, type RetrySettings, SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  instagramNetwork,
  type InstagramOperations,
  type InstagramOptions as NetworkOptions,
} from '@social/emulator/instagram'

import { connectionFrom } from '@social-internal/shared-tests/walk-through-sign-in'
import { graphClock, onGraph } from '@social-internal/meta-tests/on-graph'
import type { InstagramOptions } from '../options.js'
import { instagram } from '../platform.js'

/** Controls the emulated Instagram: the actions of its users. */
export interface People extends ControlOf<InstagramOperations> {}

/** Settings of the emulated Instagram, of `instagram()` and of the client's retries. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: InstagramOptions
  readonly retries?: RetrySettings
  readonly mediaHost?: MediaHost
}

/**
 * Starts an Instagram emulator on loopback and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function usingEmulator({ network, platform, retries, mediaHost }: AtEmulatorOptions = {}) {
  const emulator = await startEmulator({ networks: [instagramNetwork(network)], clock: graphClock() })
  const people: People = emulator.control.instagram
  const graph = await onGraph('instagram', emulator, people.app())
  const makeClient = (clock: Clock = graph.clock) =>
    new SocialClient({
      ...graph.parts,
      clock,
      platforms: { instagram: instagram({ addresses: emulator.addresses('instagram'), ...platform }) },
      ...(retries && { retries }),
      ...(mediaHost && { mediaHost }),
    })
  const client = makeClient()

  /** Signs a user in as an application does. */
  async function finishLogin(
    account = 'adascakes',
    more: { readonly without?: readonly string[]; readonly scopes?: readonly string[] } = {},
  ) {
    const { scopes, ...answer } = more
    const approve = (url: string) => people.approve({ url, account, ...answer })
    return (await graph.finishLogin(client, approve, scopes)).step
  }

  return {
    ...graph,
    client,
    makeClient,
    people,
    finishLogin,
    async signIn(account = 'adascakes', more: Parameters<typeof finishLogin>[1] = {}) {
      const { id } = connectionFrom(await finishLogin(account, more))
      graph.forget()
      return client.accountOf('instagram', id)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await emulator.close()
    },
  }
}
