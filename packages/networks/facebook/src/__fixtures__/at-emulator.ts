import { type Clock, Connection, type PublishJournal, type RetrySettings, SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  facebookNetwork,
  type FacebookOperations,
  type FacebookOptions as NetworkOptions,
} from '@social/emulator/facebook'

import { graphClock, onGraph } from '@social-internal/meta-tests/on-graph'
import type { FacebookOptions } from '../options.js'
import { facebook } from '../platform.js'

/** Test controls for actions of people at the emulated Facebook. */
export interface People extends ControlOf<FacebookOperations> {}

/** Options of the emulated Facebook and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: FacebookOptions
  readonly retries?: RetrySettings
  readonly journal?: PublishJournal
}

/**
 * Starts an emulated Facebook on loopback, and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function atEmulator({ network, platform, retries, journal }: AtEmulatorOptions = {}) {
  const emulator = await startEmulator({ networks: [facebookNetwork(network)], clock: graphClock() })
  const people: People = emulator.control.facebook
  const graph = await onGraph('facebook', emulator, people.app())
  const makeClient = (more: { readonly platform?: FacebookOptions; readonly clock?: Clock } = {}) =>
    new SocialClient({
      ...graph.parts,
      platforms: {
        facebook: facebook({ addresses: emulator.addresses('facebook'), ...platform, ...more.platform }),
      },
      ...(more.clock && { clock: more.clock }),
      ...(journal && { journal }),
      ...(retries && { retries }),
    })
  const client = makeClient()

  return {
    ...graph,
    client,
    makeClient,
    people,
    emulator,
    /** Signs a person in, up to the choice of a page. */
    finishLogin(
      person = 'Ada',
      more: Partial<Parameters<People['approve']>[0]> & { readonly scopes?: readonly string[] } = {},
    ) {
      const { scopes = [], ...answer } = more
      return graph.finishLogin(client, (url) => people.approve({ url, person, ...answer }), scopes)
    },
    /** Creates a signed-in page with tokens of the emulator, without the sign-in flow. */
    async signIn(person = 'Ada', scopes?: readonly string[]) {
      const { accessToken, pageId, personId } = people.signIn({ person, ...(scopes && { scopes }) })
      const connection = new Connection({
        platform: 'facebook',
        accountId: pageId,
        accountName: person,
        token: { accessToken },
        scopes: scopes ?? [],
        extra: { pageId, personId },
      })
      await graph.storage.saveConnection(connection)
      graph.forget()
      return client.accountOf('facebook', connection.id)
    },
    async close() {
      await client.close()
      await emulator.close()
    },
  }
}

/** Starts the same setup for `await using`, which closes it at the end of the test. */
export async function usingEmulator(options: AtEmulatorOptions = {}) {
  const at = await atEmulator(options)
  return Object.assign(at, { [Symbol.asyncDispose]: () => at.close() })
}
