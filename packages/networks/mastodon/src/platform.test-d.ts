import type { Message, PostResult, SocialClient, Thread } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import type { MastodonOptions } from './options.js'
import type { mastodon } from './platform.js'

declare const client: SocialClient<{ mastodon: ReturnType<typeof mastodon> }>
const account = client.account('mastodon:social.example:14715')

test('the options of a post are typed and optional', () => {
  expectTypeOf(account.post({ text: 'hi' })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ text: 'hi', options: { visibility: 'direct', sensitive: true } })
  void account.post({ text: 'hi', options: { thumbnail: [null, new Uint8Array()] } })
  // @ts-expect-error bytes, not a path
  void account.post({ text: 'hi', options: { thumbnail: ['cover.jpg'] } })
  // @ts-expect-error no such visibility
  void account.post({ text: 'hi', options: { visibility: 'followers' } })
  // @ts-expect-error the option name of the network is refused
  void account.post({ text: 'hi', options: { spoiler_text: 'food' } })
})

test('what Mastodon cannot do does not compile', () => {
  expectTypeOf(account.readThread('7', { depth: 2 })).toEqualTypeOf<Promise<Thread>>()
  expectTypeOf(account.startConversation(['7'], 'hi')).toEqualTypeOf<Promise<Message>>()
  // @ts-expect-error post() returns a completed post
  void account.checkState('7')
  // @ts-expect-error readThread reads the replies
  void account.readReplies('7')
  // @ts-expect-error there are no listings
  void account.getLocation()
})

test('a setting can be undefined, as when it is read from the environment', () => {
  expectTypeOf({ website: undefined, includeFiltered: undefined }).toExtend<MastodonOptions>()
})
