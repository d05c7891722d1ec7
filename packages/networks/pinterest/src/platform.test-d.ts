import type { Media, Page, PostDetails, PostResult, PostStats, SocialClient, Update } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { boards, boardSections, createBoard, type PinterestBoard, type PinterestSection } from './index.js'
import type { pinterest } from './platform.js'

declare const client: SocialClient<{ pinterest: ReturnType<typeof pinterest> }>
declare const media: readonly Media[]
declare const update: Update
const account = client.account('pinterest:783136121146311751')

test('the options of a pin are typed', () => {
  expectTypeOf(account.post({ media, options: { boardId: '1' } })).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ media, options: { boardId: '1', title: 'A', coverImageKeyFrameTime: 3 } })
  void account.post({ media })
  // @ts-expect-error a number would lose digits of the id
  void account.post({ media, options: { boardId: 1 } })
  // @ts-expect-error the option name of the network is refused
  void account.post({ media, options: { board_id: '1' } })
})

test('what Pinterest cannot do does not compile', () => {
  expectTypeOf(account.readPost('1')).toEqualTypeOf<Promise<PostDetails>>()
  expectTypeOf(account.readStats('1')).toEqualTypeOf<Promise<PostStats>>()
  expectTypeOf(account.deletePost('1')).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error there are no comments
  void account.fetchUpdates(null)
  // @ts-expect-error there are no comments
  void account.readReplies('1')
  // @ts-expect-error there are no comments
  void account.replyToUpdate(update, 'hi')
  // @ts-expect-error there are no likes
  void account.like('1')
})

test('functions only for Pinterest run with an account', () => {
  expectTypeOf(account.run(boards)).toEqualTypeOf<Promise<Page<PinterestBoard>>>()
  expectTypeOf(account.run((call) => boardSections('1', call))).toEqualTypeOf<
    Promise<Page<PinterestSection>>
  >()
  expectTypeOf(account.run((call) => createBoard({ name: 'A' }, call))).toEqualTypeOf<
    Promise<PinterestBoard>
  >()
})
