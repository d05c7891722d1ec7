import type { Message, PostResult, SocialClient, Thread } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import type { x } from './platform.js'

declare const client: SocialClient<{ x: ReturnType<typeof x> }>
const account = client.account('x:2244994945')

test('the options of a post are typed and optional', () => {
  expectTypeOf(account.post({ text: 'hi' })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ text: 'hi', options: { replySettings: 'following', madeWithAi: true } })
  void account.post({ text: 'hi', options: { poll: { options: ['yes', 'no'], durationMinutes: 60 } } })
  // @ts-expect-error X has no such reply setting
  void account.post({ text: 'hi', options: { replySettings: 'friends' } })
  // @ts-expect-error the option name of the network is refused
  void account.post({ text: 'hi', options: { reply_settings: 'following' } })
})

test('what X cannot do does not compile', () => {
  expectTypeOf(account.readThread('7', { depth: 2 })).toEqualTypeOf<Promise<Thread>>()
  expectTypeOf(account.startConversation(['7'], 'hi')).toEqualTypeOf<Promise<Message>>()
  // @ts-expect-error post() returns a published post
  void account.checkState('7')
  // @ts-expect-error updates are polled by time
  void account.fetchUpdatesAfter(null)
  // @ts-expect-error there are no listings
  void account.getLocation()
})
