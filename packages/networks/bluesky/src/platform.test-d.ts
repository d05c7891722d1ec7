import type { SocialClient } from '@social/core'
import { describe, expectTypeOf, it } from 'vitest'

import { bluesky, type BlueskyPlatform } from './platform.js'

declare const client: SocialClient<{ bluesky: BlueskyPlatform }>
const account = client.account('bluesky:did:plc:abc')

describe('the types of bluesky', () => {
  it('contain its name, also in unions', () => {
    expectTypeOf(bluesky).returns.toEqualTypeOf<BlueskyPlatform>()
    expectTypeOf<BlueskyPlatform['name']>().toEqualTypeOf<'bluesky'>()
  })

  it('contain the methods of an account, and no others', () => {
    expectTypeOf(account).toHaveProperty('like')
    expectTypeOf(account).toHaveProperty('startConversation')
  })

  it('accept only known settings and post options', () => {
    // @ts-expect-error -- the option is called updatesPerCheck
    bluesky({ updatesPerPage: 5 })
    void account.post({ options: { langs: ['en'] } })
    // @ts-expect-error -- the option is called langs
    void account.post({ options: { lang: 'en' } })
  })
})
