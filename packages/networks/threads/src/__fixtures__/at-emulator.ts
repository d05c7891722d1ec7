import { type Clock, type MediaHost, type RetrySettings, SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  threadsNetwork,
  type ThreadsOperations,
  type ThreadsOptions as NetworkOptions,
} from '@social/emulator/threads'

import { connectionFrom } from '@social-internal/shared-tests/walk-through-sign-in'
import { graphClock, onGraph } from '@social-internal/meta-tests/on-graph'
import type { ThreadsOptions } from '../options.js'
import { threads } from '../platform.js'

/** Controls the emulated Threads: the actions of its users. */
export interface People extends ControlOf<ThreadsOperations> {}

/** Settings of the emulated Threads, of `threads()` and of the client's retries. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: ThreadsOptions
  readonly retries?: RetrySettings
  readonly mediaHost?: MediaHost
}

/**
 * Starts a Threads emulator on loopback and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function usingEmulator({ network, platform, retries, mediaHost }: AtEmulatorOptions = {}) {
  const emulator = await startEmulator({ networks: [threadsNetwork(network)], clock: graphClock() })
  const people: People = emulator.control.threads
  const graph = await onGraph('threads', emulator, people.app())
  const makeClient = (clock: Clock = graph.clock) =>
    new SocialClient({
      ...graph.parts,
      clock,
      platforms: { threads: threads({ addresses: emulator.addresses('threads'), ...platform }) },
      ...(retries && { retries }),
      ...(mediaHost && { mediaHost }),
    })
  const client = makeClient()

  /** Signs a user in as an application does. */
  async function finishLogin(
    account = 'adascakes',
    { scopes, ...more }: { readonly without?: readonly string[]; readonly scopes?: readonly string[] } = {},
  ) {
    const approve = (url: string) => people.approve({ url, account, ...more })
    return (await graph.finishLogin(client, approve, scopes)).step
  }

  return {
    ...graph,
    client,
    makeClient,
    people,
    finishLogin,
    async signIn(account = 'adascakes', more?: Parameters<typeof finishLogin>[1]) {
      const { id } = connectionFrom(await finishLogin(account, more))
      graph.forget()
      return client.accountOf('threads', id)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await emulator.close()
    },
  }
}
