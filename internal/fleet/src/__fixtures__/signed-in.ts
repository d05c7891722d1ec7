import { AppCredentials, Connection } from '@social/core'
import type { Emulator } from '@social/emulator'
import type { MastodonModule } from '@social/emulator/mastodon'
import type { YoutubeModule } from '@social/emulator/youtube'

/** Signs in Ada's account on the emulated Mastodon server. */
export function signedInToMastodon({
  host,
  control,
}: Pick<Emulator<readonly [MastodonModule]>, 'host' | 'control'>): Connection {
  const server = host('mastodon')
  const { accountId, scopes, accessToken } = control.mastodon.signIn({ person: 'ada' })
  return new Connection({
    platform: 'mastodon',
    host: server,
    accountId: `${server}:${accountId}`,
    accountName: `@ada@${server}`,
    token: { accessToken },
    scopes,
    extra: { serverAccountId: accountId, profileUrl: `http://${server}/@ada` },
  })
}

/** Signs in Ada's channel on the emulated YouTube. Returns the connection and the app. */
export function signedInToYoutube({ control }: Pick<Emulator<readonly [YoutubeModule]>, 'control'>): {
  readonly connection: Connection
  readonly app: AppCredentials
} {
  const { clientId, clientSecret, channelId, scopes, accessToken, refreshToken, expiresAt } =
    control.youtube.signIn({ person: 'Ada' })
  return {
    app: new AppCredentials({ platform: 'youtube', clientId, clientSecret }),
    connection: new Connection({
      platform: 'youtube',
      accountId: channelId ?? '',
      accountName: 'Ada',
      token: { accessToken, refreshToken, expiresAt },
      scopes,
    }),
  }
}
