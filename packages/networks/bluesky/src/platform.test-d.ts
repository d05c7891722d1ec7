import type { SocialClient } from '@social/core'
import { describe, expectTypeOf, it } from 'vitest'

import { bluesky, type BlueskyPlatform } from './platform.js'

declare const client: SocialClient<{ bluesky: BlueskyPlatform }>
const account = client.account('bluesky:did:plc:abc')

describe('the types of bluesky', () => {
  it('know its name, also where they are looked at as a whole', () => {
    expectTypeOf(bluesky).returns.toEqualTypeOf<BlueskyPlatform>()
    expectTypeOf<BlueskyPlatform['name']>().toEqualTypeOf<'bluesky'>()
  })

  it('know what an account of it can do, and what it cannot', () => {
    expectTypeOf(account).toHaveProperty('like')
    expectTypeOf(account).toHaveProperty('startConversation')
  })

  it('take settings and post options by name alone', () => {
    // @ts-expect-error -- the option is called updatesPerCheck
    bluesky({ updatesPerPage: 5 })
    void account.post({ options: { langs: ['en'] } })
    // @ts-expect-error -- the option is called langs
    void account.post({ options: { lang: 'en' } })
  })
})
