import { InMemoryStorage, Media, SocialClient } from '@social/core'
import { authorizeUrl } from '@social/core/platform'
import { Routes } from '@social/core/routes'
import { socialRoutes } from '@social/fastify'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'
import { tiktok } from '@social/tiktok'

export const social = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: { mastodon: mastodon(), tiktok: tiktok() },
})
export const used = [authorizeUrl, Routes, socialRoutes, sqliteStores]

export async function publish(): Promise<string | null> {
  const { url } = await social
    .account('mastodon:social.example:42')
    .post({ text: 'Typed.', media: [Media.fromFile('a.png')], options: { visibility: 'public' } })
  // @ts-expect-error TikTok posts cannot be deleted, and the compiler knows it.
  await social.account('tiktok:42').deletePost('1')
  return url
}
