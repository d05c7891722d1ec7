import type { Media, PostResult, PostStats, SocialClient, Update } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import type { facebook } from './platform.js'

declare const client: SocialClient<{ facebook: ReturnType<typeof facebook> }>
declare const media: readonly Media[]
declare const update: Update
const account = client.account('facebook:100000000000001')

test('no option is required, and each is typed', () => {
  expectTypeOf(account.post({ text: 'Bread' })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ media, options: { placement: 'reel', title: 'Bread', place: '1' } })
  void account.post({ text: 'x', options: { link: 'https://example.com', callToAction: 'LEARN_MORE' } })
  // @ts-expect-error no such placement
  void account.post({ media, options: { placement: 'wall' } })
  // @ts-expect-error no such button
  void account.post({ text: 'x', options: { callToAction: 'BUY' } })
  // @ts-expect-error nothing is called that
  void account.post({ text: 'x', options: { url: 'https://example.com' } })
})

test('unsupported features do not compile', () => {
  expectTypeOf(account.checkState('v')).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(account.readStats('v')).toEqualTypeOf<Promise<PostStats>>()
  expectTypeOf(account.replyToUpdate(update, 'hi')).toEqualTypeOf<Promise<string | null>>()
  expectTypeOf(account.startUpdates()).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error a page only sees how many like something
  void account.readLikes('p')
  // @ts-expect-error comments are polled by time
  void account.fetchUpdatesAfter(null)
  // @ts-expect-error messages need a permission of their own
  void account.readConversations()
})
