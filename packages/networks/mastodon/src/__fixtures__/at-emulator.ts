import { InMemoryStorage, type RetrySettings, SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOperations, type MastodonOptions as ServerOptions } from '@social/emulator/mastodon'
import { FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { ServerTraits } from '../limits/index.js'
import type { MastodonOptions } from '../options.js'
import { mastodon } from '../platform.js'

const REDIRECT_URI = 'https://app.example/callback/mastodon'

/** Controls the emulated server: the actions of its users. */
export interface People extends ControlOf<MastodonOperations> {}

/** A status as the emulated server stores it. */
export interface SeenStatus {
  readonly id: string
  readonly text: string
  readonly visibility: string
  readonly spoilerText: string
  readonly sensitive: boolean
  readonly replyTo: string | null
  readonly quoteOf: string | null
}

/** Settings of the emulated server, of `mastodon()` and of the client's retries. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: MastodonOptions
  /** Traits of the server that the application configures in `servers`. */
  readonly traits?: Partial<ServerTraits>
  readonly retries?: RetrySettings
}

/**
 * Starts a Mastodon emulator on loopback and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function atEmulator({ server, platform, traits = {}, retries }: AtEmulatorOptions = {}) {
  // The fake clock ends waits of up to 60 seconds by itself. Longer timeouts do not expire.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({
    networks: [mastodonNetwork(server)],
    clock,
  })
  const host = emulator.host('mastodon')
  const storage = new InMemoryStorage()
  const client = new SocialClient({
    storage,
    platforms: { mastodon: mastodon({ servers: { [host]: traits }, ...platform }) },
    clock,
    allowLoopback: true,
    ...(retries && { retries }),
  })
  const people: People = emulator.control.mastodon

  /** Signs a user in as an application does, up to and including the callback. */
  async function finishLogin(person: string, scopes: readonly string[] = []) {
    if (!(await client.hasApp('mastodon', host)))
      await client.createApp('mastodon', { name: 'Tests', redirectUri: REDIRECT_URI, host })
    const approve = (url: string) => people.approve({ url, person })
    return walkThroughSignIn(client, 'mastodon', { redirectUri: REDIRECT_URI, host, scopes, approve })
  }

  return {
    clock,
    client,
    storage,
    host,
    people,
    faults: emulator.faults('mastodon'),
    /** Returns the number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('mastodon'),
    /** Returns the requests since the last call of `forget`. */
    requests: () => emulator.requests('mastodon'),
    forget: () => emulator.clearRequests(),
    /**
     * Returns everything that users of the emulated server can see, in order: `POST`,
     * `SCHEDULED_POST`, `MESSAGE` and so on.
     */
    effects: () => emulator.effects('mastodon'),
    /** Returns all statuses that the emulated server stores. */
    statuses: (): readonly SeenStatus[] => people.state().statuses,
    finishLogin,
    async signIn(person = 'ada', scopes: readonly string[] = []) {
      const { id } = connectionFrom(await finishLogin(person, scopes))
      emulator.clearRequests()
      return client.accountOf('mastodon', id)
    },
    async close() {
      await client.close()
      await emulator.close()
    },
  }
}

/** Calls `atEmulator` for use with `await using`. The emulator is closed at the end of the test. */
export async function usingEmulator(options: AtEmulatorOptions = {}) {
  const at = await atEmulator(options)
  return Object.assign(at, { [Symbol.asyncDispose]: () => at.close() })
}
