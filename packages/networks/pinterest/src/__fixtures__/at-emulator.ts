import {
  AppCredentials,
  type Clock,
  InMemoryPublishJournal,
  InMemoryStorage,
  type RetrySettings,
  SocialClient,
  type Transport,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  pinterestNetwork,
  type PinterestOperations,
  type PinterestOptions as ServerOptions,
} from '@social/emulator/pinterest'
import { aPicture, FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { PinterestOptions } from '../options.js'
import { pinterest, type PinterestPlatform } from '../platform.js'

export { anAccount } from './an-account.js'

const REDIRECT_URI = 'https://app.example/callback/pinterest'

/** Test controls for actions of people and of Pinterest. */
interface Network extends ControlOf<PinterestOperations> {}

/** A pin as stored by the emulated Pinterest. */
type SeenPin = ReturnType<Network['state']>['pins'][number]
/** A video as stored by the emulated Pinterest. */
type SeenVideo = ReturnType<Network['state']>['videos'][number]

/** Settings of the emulated Pinterest and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: PinterestOptions
  readonly retries?: RetrySettings
  /** Transport of the client, for tests that observe the requests. */
  readonly transport?: Transport
}

/** Returns a tiny image for every URL. */
async function fetchPicture(): Promise<Response> {
  return new Response(Uint8Array.from((await aPicture().read()).values()))
}

/**
 * Starts an emulated Pinterest on loopback, and real clients that call it over HTTP. All use the
 * same fake clock.
 */
export async function usingEmulator({ server, platform, retries, transport }: AtEmulatorOptions = {}) {
  // Pauses of up to 60 seconds end without `advance`. Timeouts end only with `advance`.
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const network = pinterestNetwork({ minSide: 1, fetch: fetchPicture, ...server })
  const emulator = await startEmulator({ networks: [network], clock })
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const people: Network = emulator.control.pinterest
  const addresses = emulator.addresses('pinterest')
  await storage.saveApp(new AppCredentials({ platform: 'pinterest', ...people.app() }))
  const clients: SocialClient<{ pinterest: PinterestPlatform }>[] = []

  /**
   * Creates a client for a second process, which shares only storage and journal with the first.
   */
  function anotherClient(by: Clock = clock) {
    const made = new SocialClient({
      storage,
      journal,
      platforms: { pinterest: pinterest({ ...platform, addresses }) },
      clock: by,
      allowLoopback: true,
      ...(retries && { retries }),
      ...(transport && { transport }),
    })
    clients.push(made)
    return made
  }
  const client = anotherClient()

  /** Signs a user in as an application does, up to the callback. */
  async function finishLogin(person = 'ada', scopes: readonly string[] = []) {
    const approve = (url: string) => people.approve({ url, person })
    return walkThroughSignIn(client, 'pinterest', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  /** Signs in an account and clears the request log. */
  async function signIn(person = 'ada', scopes: readonly string[] = []) {
    const { id } = connectionFrom(await finishLogin(person, scopes))
    emulator.clearRequests()
    return client.accountOf('pinterest', id)
  }

  return {
    clock,
    client,
    anotherClient,
    storage,
    people,
    redirectUri: REDIRECT_URI,
    faults: emulator.faults('pinterest'),
    /** Returns the number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('pinterest'),
    requests: () => emulator.requests('pinterest'),
    forget: () => emulator.clearRequests(),
    /** Returns all visible objects that requests created. */
    effects: () => emulator.effects('pinterest'),
    pins: (): readonly SeenPin[] => people.state().pins,
    videos: (): readonly SeenVideo[] => people.state().videos,
    /** Returns the id of a person's board. */
    board: (person = 'ada', name?: string): string =>
      people.state().boards.find((board) => board.of === person && (name === undefined || board.name === name))?.id ?? '',
    finishLogin,
    signIn,
    async [Symbol.asyncDispose]() {
      for (const one of clients) await one.close()
      await emulator.close()
    },
  }
}
