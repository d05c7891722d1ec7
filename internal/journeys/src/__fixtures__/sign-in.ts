import type { Connection, SocialClient } from '@social/core'
import type { mastodon } from '@social/mastodon'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'

const REDIRECT_URI = 'https://app.example/social/callback/mastodon'

/** Parts of the emulator that `signIn` uses. */
export interface ApprovingEmulator {
  host(network: 'mastodon'): string
  readonly control: {
    readonly mastodon: { approve(input: { url: string; person: string }): { location: string } }
  }
}

/**
 * Signs an account in like an application: registers an app, approves the sign-in on the network's
 * page, and handles the redirect.
 */
export async function signIn(
  client: SocialClient<{ mastodon: ReturnType<typeof mastodon> }>,
  emulator: ApprovingEmulator,
  person = 'ada',
): Promise<Connection> {
  const host = emulator.host('mastodon')
  await client.createApp('mastodon', { name: 'Journeys', redirectUri: REDIRECT_URI, host })
  const approve = (url: string) => emulator.control.mastodon.approve({ url, person })
  return connectionFrom(
    await walkThroughSignIn(client, 'mastodon', { redirectUri: REDIRECT_URI, host, approve }),
  )
}
