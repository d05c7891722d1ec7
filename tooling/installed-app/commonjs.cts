import { InMemoryStorage, SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'

export const social = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: { mastodon: mastodon() },
})
export const posted = social.account('mastodon:social.example:42').post({ text: 'From CommonJS.' })
