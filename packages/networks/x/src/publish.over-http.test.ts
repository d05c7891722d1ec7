import { Media, MissingPermissionError, NotAllowedError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { PICTURE, picture } from './__fixtures__/files.js'

describe('a post', () => {
  it('is one request, and has a URL', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const result = await account.post({ text: 'Hello' })

    expect(result).toMatchObject({ state: 'DONE', url: `https://x.com/ada/status/${result.id}` })
    expect(at.posts()).toMatchObject([{ id: result.id, by: 'ada', text: 'Hello', replySettings: 'everyone' }])
    expect(at.counts()).toEqual({ 'POST /2/tweets': 1 })
  })

  it('contains all its options', async () => {
    await using at = await usingEmulator({ server: { plan: 'ENTERPRISE' } })
    const account = await at.signIn()
    at.network.joinCommunity({ person: 'ada', community: '77' })
    const { id: quoted } = at.network.post({ by: 'bo', text: 'Read this' })

    await account.post({
      text: 'Which one?',
      options: {
        poll: { options: ['this', 'that'], durationMinutes: 60 },
        replySettings: 'following',
        madeWithAi: true,
        paidPartnership: true,
        communityId: '77',
        shareWithFollowers: true,
      },
    })
    await account.post({ text: 'So true', options: { quoteTweetId: quoted, replySettings: 'everyone' } })

    expect(at.posts().slice(1)).toMatchObject([
      {
        poll: { options: ['this', 'that'], minutes: 60 },
        replySettings: 'following',
        madeWithAi: true,
        paidPartnership: true,
        communityId: '77',
      },
      { quotedId: quoted, replySettings: 'everyone' },
    ])
  })

  // Holds R-0069.
  it('can be a reply, and tag people in its image', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: '@ada what do you think?' })
    const bo = at.network.state().people.find(({ username }) => username === 'bo')?.id ?? ''

    await account.post({ text: 'Good', replyTo: id, media: [picture()], options: { taggedUserIds: [bo] } })

    expect(at.posts().at(-1)).toMatchObject({ repliedToId: id, taggedIds: [bo] })
  })
})

describe('a post refused before any request', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    [
      'a text that is too long',
      { text: 'あ'.repeat(141) },
      'The text has 282 characters; x takes at most 280.',
    ],
    [
      'a poll and a picture',
      { media: [picture()], options: { poll: { options: ['a', 'b'], durationMinutes: 5 } } },
      'x does not accept files together with a poll.',
    ],
    [
      'a quote and a picture',
      { media: [picture()], options: { quoteTweetId: '1' } },
      'x does not accept files in a post with a quote.',
    ],
    [
      'tags without a picture',
      { text: 'hi', options: { taggedUserIds: ['1'] } },
      'options.taggedUserIds requires a file.',
    ],
    ['five pictures', { media: Array.from({ length: 5 }, () => picture()) }, 'x takes at most 4'],
    ['a publish time', { text: 'hi', publishAt: new Date(2_000_000_000_000) }, 'scheduled publishing'],
    ['a URL', { media: [Media.fromUrl('https://a.example/cat.png')] }, 'x cannot fetch'],
    [
      'a long alt text',
      { media: [picture('a'.repeat(1001))] },
      'has 1001 characters. x accepts at most 1000',
    ],
    [
      'an unsupported type',
      { media: [Media.fromBytes(PICTURE, { filename: 'cat.heic' })] },
      'x does not accept "cat.heic" of type image/heic.',
    ],
    ['an invalid id', { text: 'hi', replyTo: 'abc' }, 'replyTo is not a valid x post id'],
    [
      'a misspelled option',
      { text: 'hi', options: { reply_settings: 'following' } },
      'Did you mean "replySettings"?',
    ],
    [
      'a poll with one choice',
      { text: 'hi', options: { poll: { options: ['a'], durationMinutes: 5 } } },
      'options.poll.options',
    ],
  ]

  // Holds R-0508.
  it.each(refused)('%s', async (_what, post, message) => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.post(post)).rejects.toThrow(message)
    await expect(account.post(post)).rejects.toMatchObject({ platform: 'x' })
    expect(at.requests()).toEqual([])
  })

  it('without the scopes for posts and files', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'tweet.write', 'users.read', 'offline.access'])

    await expect(account.post({ media: [picture()] })).rejects.toMatchObject({ needs: 'media.write' })
    await expect(account.like('1')).rejects.toBeInstanceOf(MissingPermissionError)
    expect(at.requests()).toEqual([])
  })
})

describe('a post that the plan does not allow', () => {
  // Holds R-0465.
  it.each([
    ['NO_CREDITS', 'the prepaid credits of the app are exhausted'],
    ['CLIENT_NOT_ENROLLED', 'the plan of the app does not include it'],
    ['USER_NOT_ENROLLED', 'the plan of the app does not include it'],
    [
      'NO_REPLY',
      'Without an Enterprise plan an app can reply to a post only when its author mentioned the account',
    ],
  ])('is refused once and not as a sign-in problem: %s', async (refusal, message) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.refuseNext({ refusal, route: 'POST /2/tweets' })
    const trying = account.post({ text: 'Hello' })

    await expect(trying).rejects.toBeInstanceOf(NotAllowedError)
    await expect(trying).rejects.toThrow(message)
    expect(at.counts()).toEqual({ 'POST /2/tweets': 1 })
  })

  it('is refused with advice when it is a quote', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'Read this' })

    await expect(account.post({ text: 'So true', options: { quoteTweetId: id } })).rejects.toThrow(
      'Since April 2026 quotes require an Enterprise plan. Remove options.quoteTweetId. The URL of the post in the text also displays it.',
    )
  })
})

describe('deleting a post', () => {
  it('is one request, and fails with PostGoneError for a missing post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'Hello' })

    await account.deletePost(id)

    expect(at.posts()).toEqual([])
    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'POST_GONE' })
    await expect(account.deletePost('abc')).rejects.toThrow('An x post id has 1 to 19 digits')
  })

  it('succeeds when the response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'Hello' })
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await account.deletePost(id)

    expect(at.posts()).toEqual([])
    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'POST_GONE' })
  })

  it('of another account is refused', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'mine' })

    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })
})
