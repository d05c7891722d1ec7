import type { Connection, SocialClient } from '@social/core'
import type { mastodon } from '@social/mastodon'

const REDIRECT_URI = 'https://app.example/social/callback/mastodon'

/** What a sign-in needs of the emulator. */
export interface ApprovingEmulator {
  host(network: 'mastodon'): string
  readonly control: {
    readonly mastodon: { approve(input: { url: string; person: string }): { location: string } }
  }
}

/** Signs somebody in the way an application does: registers an app, goes through the approval page, comes back. */
export async function signIn(
  client: SocialClient<{ mastodon: ReturnType<typeof mastodon> }>,
  emulator: ApprovingEmulator,
  person = 'ada',
): Promise<Connection> {
  const host = emulator.host('mastodon')
  await client.createApp('mastodon', { name: 'Journeys', redirectUri: REDIRECT_URI, host })
  const start = await client.startLogin('mastodon', { redirectUri: REDIRECT_URI, host })
  if (start.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${start.step}`)
  const { location } = emulator.control.mastodon.approve({ url: start.url, person })
  const end = await client.finishLogin('mastodon', {
    redirectUri: REDIRECT_URI,
    host,
    state: start.state,
    remember: start.remember,
    callback: Object.fromEntries(new URL(location).searchParams),
  })
  if (end.step !== 'FINISHED') throw new Error(`expected a connection, got ${end.step}`)
  return end.connection
}
