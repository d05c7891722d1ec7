import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  NotAllowedError,
  PlatformError,
  RateLimitError,
} from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { readCreator } from '../read.js'

const INIT = 'POST /v2/post/publish/video/init/'
const CREATOR = 'POST /v2/post/publish/creator_info/query/'
const INBOX = 'POST /v2/post/publish/inbox/video/init/'

const media = [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })]
const PROFILE = { media, options: { sendTo: 'profile' } } as const

describe('a refused post', () => {
  // Holds R-0423.
  it('has a privacy level that the person cannot use', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('cleo')
    const post = { media, options: { sendTo: 'profile', privacyLevel: 'PUBLIC_TO_EVERYONE' } } as const

    await expect(account.post(post)).rejects.toThrow(InvalidPostError)
    expect((await account.run(readCreator)).privacyLevels).toEqual([
      'FOLLOWER_OF_CREATOR',
      'MUTUAL_FOLLOW_FRIENDS',
      'SELF_ONLY',
    ])
  })

  // Holds R-0437.
  it('has no permission for the profile, while drafts work', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', { scopes: ['user.info.basic', 'video.upload'] })

    await expect(account.post(PROFILE)).rejects.toThrow(MissingPermissionError)
    await expect(account.post(PROFILE)).rejects.toMatchObject({ needs: 'video.publish' })
    expect(await account.post({ media })).toMatchObject({ state: 'WAITING_FOR_PERSON' })
  })

  it('belongs to a public account of an unaudited app, while a private account can post', async () => {
    await using at = await usingEmulator({ server: { audited: false } })
    const ada = await at.signIn('ada')
    const cleo = await at.signIn('cleo')

    await expect(ada.post(PROFILE)).rejects.toThrow(NotAllowedError)
    await expect(ada.post(PROFILE)).rejects.toThrow(/audit/)
    const post = { media, options: { sendTo: 'profile', privacyLevel: 'FOLLOWER_OF_CREATOR' } } as const
    expect(await cleo.post(post)).toMatchObject({ state: 'PROCESSING' })
    expect(at.videos()).toMatchObject([{ privacyLevel: 'SELF_ONLY' }])
  })
})

describe('the rate limits of TikTok', () => {
  // Holds R-0454, R-0455.
  it('include a wait for six posts per minute', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    for (let post = 0; post < 6; post += 1) await account.post(PROFILE)
    at.forget()

    const seventh = account.post(PROFILE)

    await expect(seventh).rejects.toThrow(RateLimitError)
    await expect(seventh).rejects.toMatchObject({ retryAfter: 60 })
    await expect(account.post(PROFILE)).rejects.toThrow(RateLimitError)
    expect(at.counts()).toEqual({ [INIT]: 1 })
    // TikTok counts drafts, and posts of other accounts, toward separate limits.
    expect(await account.post({ media })).toMatchObject({ state: 'WAITING_FOR_PERSON' })
    await at.clock.advance(61)
    expect(await account.post(PROFILE)).toMatchObject({ state: 'PROCESSING' })
  })

  // Holds R-0454, R-0455.
  it('include a wait for thirty queries per minute', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post(PROFILE)
    for (let question = 0; question < 30; question += 1) await account.checkState(id)

    await expect(account.checkState(id)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 60 })
  })

  // Holds R-0454, R-0455.
  it('include no wait for the posts of a day', async () => {
    await using at = await usingEmulator({ server: { postsPerDay: 2 } })
    const account = await at.signIn()
    await account.post(PROFILE)
    await account.post(PROFILE)
    at.forget()

    const third = account.post(PROFILE)

    await expect(third).rejects.toThrow(RateLimitError)
    await expect(third).rejects.toMatchObject({ retryAfter: null })
    await expect(third).rejects.toThrow(/Come back tomorrow/)
    await expect(account.run(readCreator)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: null })
    expect(at.counts()).toMatchObject({ [INIT]: 1 })
    await at.clock.advance(86_401)
    expect(await account.post(PROFILE)).toMatchObject({ state: 'PROCESSING' })
  })

  it('include no wait for pending drafts, which depend on the person', async () => {
    await using at = await usingEmulator({ server: { pendingDrafts: 1 } })
    const account = await at.signIn()
    const { id } = await account.post({ media })
    at.forget()

    await expect(account.post({ media })).rejects.toThrow(/Ask the person to post or discard/)
    expect(at.counts()).toEqual({ [INBOX]: 1 })
    at.network.finishProcessing({ publishId: id })
    at.network.postDraft({ publishId: id })
    expect(await account.post({ media })).toMatchObject({ state: 'WAITING_FOR_PERSON' })
  })

  // Holds R-0456.
  it('mention the audit for five people of an unaudited app', async () => {
    const names = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']
    const people = names.map((username) => ({ username, isPrivate: true }))
    await using at = await usingEmulator({ server: { audited: false, people } })
    for (const name of names.slice(0, 5)) await (await at.signIn(name)).post(PROFILE)
    const sixth = await at.signIn('p6')

    await expect(sixth.post(PROFILE)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: null })
    await expect(sixth.post(PROFILE)).rejects.toThrow(/audited.*5/)
  })

  it.each([403, 429, 500])(
    'of a day are not retried and do not affect other requests, with status %i',
    async (status) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      const body = { data: {}, error: { code: 'spam_risk_too_many_posts', message: '', log_id: '1' } }
      const headers = { 'Retry-After': '20' }
      at.faults.add({ fault: 'status', status, body, headers, path: '/v2/post/publish/creator_info/query/' })
      at.faults.add({ fault: 'status', status, body, headers, path: '/v2/post/publish/video/init/' })

      await expect(account.run(readCreator)).rejects.toMatchObject({ retryAfter: null, passesSoon: false })
      await expect(account.post(PROFILE)).rejects.toMatchObject({ retryAfter: null, passesSoon: false })
      expect(at.counts()).toEqual({ [CREATOR]: 1, [INIT]: 1 })

      expect(await account.post({ media })).toMatchObject({ state: 'WAITING_FOR_PERSON' })
      expect(await account.post(PROFILE)).toMatchObject({ state: 'PROCESSING' })
      expect(at.clock.sleeps).toEqual([])
    },
  )
})

describe('the start of an upload', () => {
  it.each([500, 502, 503, 504])(
    'is never retried after a %i, because it may have created a draft',
    async (status) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      const headers = { 'Retry-After': '1' }
      at.faults.add({ fault: 'status', status, headers, path: '/v2/post/publish/inbox/video/init/' })

      await expect(account.post({ media })).rejects.toThrow(PlatformError)

      expect(at.counts()).toEqual({ [INBOX]: 1 })
    },
  )
})

it('posts and queries are counted by kind', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()

  const { id } = await account.post(PROFILE)
  await account.post({ media })
  await account.checkState(id)
  await account.run(readCreator)
  await account.profile()

  expect(account.usage).toEqual({ posts: 1, drafts: 1, status: 1, creator: 1, user: 1 })
})
