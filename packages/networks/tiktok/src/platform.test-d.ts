import type { PostResult, SocialClient } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import type { tiktok } from './platform.js'
import { type Creator, readCreator } from './read.js'

declare const client: SocialClient<{ tiktok: ReturnType<typeof tiktok> }>
const account = client.account('tiktok:-000abc')

test('the options of a post are typed and optional', () => {
  expectTypeOf(account.post({})).toEqualTypeOf<Promise<PostResult>>()
  void account.post({ options: { sendTo: 'profile', privacyLevel: 'SELF_ONLY', videoCoverTimestampMs: 1 } })
  // @ts-expect-error unknown privacy level
  void account.post({ options: { sendTo: 'profile', privacyLevel: 'PUBLIC' } })
  // @ts-expect-error the spelling of the network is refused
  void account.post({ options: { send_to: 'profile' } })
})

test('unsupported calls do not compile', () => {
  expectTypeOf(account.checkState('7')).toEqualTypeOf<Promise<PostResult>>()
  // @ts-expect-error unsupported call
  void account.deletePost('7')
  // @ts-expect-error statistics are not supported
  void account.readStats('7')
  // @ts-expect-error polling is not supported
  void account.fetchUpdates(null)
})

test('calls of TikTok alone run with account.run', () => {
  expectTypeOf(account.run(readCreator)).toEqualTypeOf<Promise<Creator>>()
})
