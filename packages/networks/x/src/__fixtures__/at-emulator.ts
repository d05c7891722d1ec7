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

/** Actions of people and of X. */
interface Network extends ControlOf<XOperations> {}

/** A post as stored by X. */
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

/** A file as stored by X. */
interface SeenMedia {
  readonly id: string
  readonly category: string
  readonly stage: string
  readonly totalBytes: number
  readonly segments: readonly { readonly index: number; readonly bytes: number }[]
  readonly sha256: string | null
  readonly altText: string | null
}

/** Settings of the network and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: XOptions
  readonly retries?: RetrySettings
}

/** X on loopback, and a real client that calls it over HTTP. Both use the same fake clock. */
export async function usingEmulator({ server, platform, retries }: AtEmulatorOptions = {}) {
  // Waits end automatically, deadlines do not.
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [xNetwork(server)], clock })
  const storage = new InMemoryStorage()
  const journal: PublishJournal = new InMemoryPublishJournal({ clock })
  const clients: SocialClient<{ x: ReturnType<typeof x> }>[] = []
  const network: Network = emulator.control.x
  const addresses = emulator.addresses('x')

  /** A client for a second process. It shares only storage and journal. */
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

  /** Signs a user in as an application does, up to the callback. */
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
    /** Everything the network published. */
    effects: () => emulator.effects('x'),
    faults: emulator.faults('x'),
    requests: () => emulator.requests('x'),
    /** Number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('x'),
    forget: () => emulator.clearRequests(),
    /** Every post at X. */
    posts: (): readonly SeenPost[] => network.state().posts,
    /** Every initialised upload. */
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
