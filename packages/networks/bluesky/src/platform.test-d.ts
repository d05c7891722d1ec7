import type { PostInput, SocialClient } from '@social/core'
import { describe, expectTypeOf, it } from 'vitest'

import type { BlueskyPostOptions } from './options.js'
import { bluesky, type BlueskyPlatform } from './platform.js'

describe('the types of bluesky', () => {
  it('know its name, also where they are looked at as a whole', () => {
    expectTypeOf(bluesky).returns.toEqualTypeOf<BlueskyPlatform>()
    expectTypeOf<BlueskyPlatform['name']>().toEqualTypeOf<'bluesky'>()
  })

  it('know what an account of it can do, and what it cannot', () => {
    type Account = ReturnType<typeof accountOf>
    const accountOf = (client: SocialClient<{ bluesky: BlueskyPlatform }>, id: string) =>
      client.accountOf('bluesky', id)

    expectTypeOf<Account>().toHaveProperty('like')
    expectTypeOf<Account>().toHaveProperty('startConversation')
    expectTypeOf<Account['post']>().parameter(0).toEqualTypeOf<PostInput<BlueskyPostOptions>>()
  })

  it('take settings and post options by name alone', () => {
    // @ts-expect-error -- the option is called updatesPerCheck
    bluesky({ updatesPerPage: 5 })
    // @ts-expect-error -- the option is called langs
    expectTypeOf({ lang: 'en' }).toExtend<BlueskyPostOptions>()
  })
})
