import { InMemoryStorage, type PostResult, SocialClient } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { threads } from './platform.js'

const client = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: { threads: threads() },
})
const account = client.account('threads:1')

test('the options of a post are typed and optional', () => {
  expectTypeOf(account.post({ text: 'hi' })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ text: 'hi', options: { replyControl: 'mentioned_only', topicTag: 'cake' } })
  // @ts-expect-error nobody is no audience
  void account.post({ text: 'hi', options: { replyControl: 'nobody' } })
  // @ts-expect-error the spelling of the network is refused
  void account.post({ text: 'hi', options: { topic_tag: 'cake' } })
})

test('unsupported features do not compile', () => {
  // @ts-expect-error a post is finished when post answers
  void account.checkState('7')
  // @ts-expect-error nobody likes for somebody else
  void account.like('7')
  // @ts-expect-error no call starts pushing
  void account.startUpdates()
})
