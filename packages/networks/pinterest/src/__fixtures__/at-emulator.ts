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

/** What people and Pinterest do. */
interface Network extends ControlOf<PinterestOperations> {}

/** A pin as the network keeps it. */
type SeenPin = ReturnType<Network['state']>['pins'][number]
/** A video as the network keeps it. */
type SeenVideo = ReturnType<Network['state']>['videos'][number]

/** What is special about the network and the client that speaks to it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: PinterestOptions
  readonly retries?: RetrySettings
  /** Looks at what goes over the wire. */
  readonly transport?: Transport
}

/** Every address is that of a tiny picture. */
async function fetchPicture(): Promise<Response> {
  return new Response(Uint8Array.from((await aPicture().read()).values()))
}

/** Pinterest on loopback, and real clients that speak to it over HTTP; all live by one fake clock. */
export async function usingEmulator({ server, platform, retries, transport }: AtEmulatorOptions = {}) {
  // Waits pass by themselves, deadlines do not.
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const network = pinterestNetwork({ minSide: 1, fetch: fetchPicture, ...server })
  const emulator = await startEmulator({ networks: [network], clock })
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const people: Network = emulator.control.pinterest
  const addresses = emulator.addresses('pinterest')
  await storage.saveApp(new AppCredentials({ platform: 'pinterest', ...people.app() }))
  const clients: SocialClient<{ pinterest: PinterestPlatform }>[] = []

  /** Another process: it shares storage and journal, and nothing else. */
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

  /** Signs somebody in as an application does, up to the callback. */
  async function finishLogin(person = 'ada', scopes: readonly string[] = []) {
    const approve = (url: string) => people.approve({ url, person })
    return walkThroughSignIn(client, 'pinterest', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  /** An account that is signed in, and nothing counted yet. */
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
    /** How many requests each route had since the last call of `forget`. */
    counts: () => emulator.counts('pinterest'),
    requests: () => emulator.requests('pinterest'),
    forget: () => emulator.clearRequests(),
    /** Everything that requests made and people can see. */
    effects: () => emulator.effects('pinterest'),
    pins: (): readonly SeenPin[] => people.state().pins,
    videos: (): readonly SeenVideo[] => people.state().videos,
    /** The id of a person's board. */
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
