import { AppCredentials, InMemoryPublishJournal, InMemoryStorage, type SocialClient } from '@social/core'
import type { Emulator, NetworkModule } from '@social/emulator'
import { FakeClock } from '@social/testkit/platform'

/** Members of the emulator that the tests of Meta's networks use. */
type GraphEmulator = Pick<
  Emulator<readonly NetworkModule[], FakeClock>,
  'clock' | 'faults' | 'effects' | 'counts' | 'requests' | 'clearRequests'
>

/**
 * Creates the clock of an emulator and its clients. Waits of up to 60 seconds end immediately.
 * Longer waits do not end by themselves.
 */
export function graphClock(): FakeClock {
  return new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
}

/** Creates the client options and helpers that the tests of all networks of Meta share. */
export async function onGraph(
  platform: string,
  emulator: GraphEmulator,
  { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
) {
  const { clock } = emulator
  const redirectUri = `https://app.example/callback/${platform}`
  const storage = new InMemoryStorage()
  await storage.saveApp(new AppCredentials({ platform, clientId: appId, clientSecret: appSecret }))
  const journal = new InMemoryPublishJournal({ clock })

  /**
   * Starts a sign-in like an application, and lets a person approve or refuse it at the network.
   *
   * @param approve - Responds for the person and returns the redirect.
   */
  async function approved(
    client: Pick<SocialClient, 'startLogin'>,
    approve: (url: string) => { readonly location: string | null },
    scopes: readonly string[] = [],
  ) {
    const start = await client.startLogin(platform, { redirectUri, scopes })
    if (start.step !== 'SEND_TO_NETWORK')
      throw new Error(`expected the step SEND_TO_NETWORK, got ${start.step}`)
    const { location } = approve(start.url)
    if (location === null) throw new Error('The network did not redirect the person.')
    const callback = Object.fromEntries(new URL(location).searchParams)
    const { state, remember } = start
    return { start, finish: { redirectUri, scopes, state, remember, callback } }
  }

  return {
    clock,
    storage,
    appSecret,
    redirectUri,
    /** Options that every client of these tests gets. */
    parts: { storage, journal, clock, allowLoopback: true },
    faults: emulator.faults(platform),
    effects: () => emulator.effects(platform),
    /** Returns the number of requests per route since the last call of `forget`. */
    counts: () => emulator.counts(platform),
    requests: () => emulator.requests(platform),
    forget: () => emulator.clearRequests(),
    approved,
    /** Runs a sign-in including approval, and completes it. */
    async finishLogin(
      client: Pick<SocialClient, 'startLogin' | 'finishLogin'>,
      ...rest: [approve: (url: string) => { readonly location: string | null }, scopes?: readonly string[]]
    ) {
      const { start, finish } = await approved(client, ...rest)
      return { start, step: await client.finishLogin(platform, finish) }
    },
  }
}
