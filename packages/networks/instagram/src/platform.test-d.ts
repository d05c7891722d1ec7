import { InMemoryStorage, Media, type PostResult, SocialClient } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { instagram } from './platform.js'

const client = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: { instagram: instagram() },
})

test('the options of a post are typed, and what instagram lacks does not compile', () => {
  const account = client.account('instagram:1')
  const media = [Media.fromUrl('https://files.example/cake.jpg')]
  expectTypeOf(account.post({ media, options: { placement: 'story' } })).toEqualTypeOf<Promise<PostResult>>()
  // @ts-expect-error there is no such placement
  void account.post({ media, options: { placement: 'wall' } })
  // @ts-expect-error instagram deletes nothing for applications
  void account.deletePost('1')
})
