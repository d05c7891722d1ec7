import type { Insights, Media, PostResult, PostStats, SocialClient, Update } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import type { youtube } from './platform.js'

declare const client: SocialClient<{ youtube: ReturnType<typeof youtube> }>
declare const media: readonly Media[]
declare const update: Update
const account = client.account('youtube:UC_x5XG1OV2P6uZZ5FSM9Ttw')

test('title and madeForKids are required, and everything else is typed', () => {
  const options = { title: 'Bread', madeForKids: false }
  expectTypeOf(account.post({ media, options })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ media, options: { ...options, privacyStatus: 'unlisted', tags: ['bread'] } })
  void account.post({ media, options: { ...options, tags: ['bread', 'rye'] as const } })
  // @ts-expect-error no options at all
  void account.post({ media })
  // @ts-expect-error no declaration for children
  void account.post({ media, options: { title: 'Bread' } })
  // @ts-expect-error no title
  void account.post({ media, options: { madeForKids: false } })
  // @ts-expect-error one text instead of a list
  void account.post({ media, options: { ...options, tags: 'bread' } })
  // @ts-expect-error nothing asks for a short clip
  void account.post({ media, options: { ...options, short: true } })
})

test('unsupported features do not compile', () => {
  expectTypeOf(account.checkState('v')).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(account.readStats('v')).toEqualTypeOf<Promise<PostStats>>()
  expectTypeOf(account.replyToUpdate(update, 'hi')).toEqualTypeOf<Promise<string | null>>()
  expectTypeOf(account.readInsights({ postId: 'v' })).toEqualTypeOf<Promise<Insights>>()
  expectTypeOf(account.comment('v', 'hi')).toEqualTypeOf<Promise<string | null>>()
  expectTypeOf(account.editReply(update, 'c', 'hi')).toEqualTypeOf<Promise<void>>()
  expectTypeOf(account.deleteReply(update, 'c')).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error deleting needs a wider permission than uploading
  void account.deletePost('v')
  // @ts-expect-error comments are polled by time
  void account.fetchUpdatesAfter(null)
  // @ts-expect-error nothing can be liked
  void account.like('v')
})
