import {
  AppCredentials,
  type Clock,
  InMemoryPublishJournal,
  InMemoryStorage,
  type PublishJournal,
  type RetrySettings,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { xNetwork, type XOperations, type XOptions as ServerOptions } from '@social/emulator/x'
import { FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { XOptions } from '../options.js'
import { x } from '../platform.js'
import { ALL_SCOPES } from './an-account.js'

const REDIRECT_URI = 'https://app.example/callback/x'

/** Controls the emulated X: the actions of other users and of X. */
interface Network extends ControlOf<XOperations> {}

/** A post as the emulated X stores it. */
interface SeenPost {
  readonly id: string
  readonly by: string
  readonly kind: string
  readonly text: string
  readonly repliedToId: string | null
  readonly quotedId: string | null
  readonly mediaIds: readonly string[]
  readonly taggedIds: readonly string[]
  readonly poll: { readonly options: readonly string[]; readonly minutes: number } | null
  readonly replySettings: string
  readonly communityId: string | null
  readonly paidPartnership: boolean
  readonly madeWithAi: boolean
  readonly likes: number
}

/** An uploaded file as the emulated X stores it. */
interface SeenMedia {
  readonly id: string
  readonly category: string
  readonly stage: string
  readonly totalBytes: number
  readonly segments: readonly { readonly index: number; readonly bytes: number }[]
  readonly sha256: string | null
  readonly altText: string | null
}

/** Settings of the emulated X, of `x()` and of the client's retries. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: XOptions
  readonly retries?: RetrySettings
}

/**
 * Starts an X emulator on loopback and a real client that calls it over HTTP. Both use the same
 * fake clock.
 */
export async function usingEmulator({ server, platform, retries }: AtEmulatorOptions = {}) {
  // The fake clock ends waits of up to 60 seconds by itself. Longer timeouts do not expire.
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [xNetwork(server)], clock })
  const storage = new InMemoryStorage()
  const journal: PublishJournal = new InMemoryPublishJournal({ clock })
  const clients: SocialClient<{ x: ReturnType<typeof x> }>[] = []
  const network: Network = emulator.control.x
  const addresses = emulator.addresses('x')

  /**
   * Creates a client as in a second process. It shares only the storage and the journal with the
   * first client.
   */
  function anotherClient(changes: XOptions = {}, by: Clock = clock) {
    const made = new SocialClient({
      storage,
      journal,
      platforms: { x: x({ ...platform, ...changes, addresses }) },
      clock: by,
      allowLoopback: true,
      ...(retries && { retries }),
    })
    clients.push(made)
    return made
  }
  const client = anotherClient()
  await storage.saveApp(new AppCredentials({ platform: 'x', ...network.app() }))

  /** Signs a user in as an application does, up to and including the callback. */
  async function finishLogin(person: string, scopes: readonly string[] = ALL_SCOPES) {
    const approve = (url: string) => network.approve({ url, person })
    return walkThroughSignIn(client, 'x', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  return {
    clock,
    client,
    storage,
    addresses,
    network,
    anotherClient,
    /** Returns everything that users of the emulated X can see. */
    effects: () => emulator.effects('x'),
    faults: emulator.faults('x'),
    requests: () => emulator.requests('x'),
    /** Returns the number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('x'),
    forget: () => emulator.clearRequests(),
    /** Returns all posts that the emulated X stores. */
    posts: (): readonly SeenPost[] => network.state().posts,
    /** Returns all uploads that were initialised. */
    media: (): readonly SeenMedia[] => network.state().media,
    finishLogin,
    async signIn(person = 'ada', scopes?: readonly string[]) {
      const { id } = connectionFrom(await finishLogin(person, scopes))
      emulator.clearRequests()
      return client.accountOf('x', id)
    },
    async [Symbol.asyncDispose]() {
      for (const one of clients) await one.close()
      await emulator.close()
    },
  }
}
