import { Media, MissingPermissionError, NotAllowedError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { PICTURE, picture } from './__fixtures__/files.js'

describe('a post', () => {
  it('is one request, and has an address', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const result = await account.post({ text: 'Hello' })

    expect(result).toMatchObject({ state: 'DONE', url: `https://x.com/ada/status/${result.id}` })
    expect(at.posts()).toMatchObject([{ id: result.id, by: 'ada', text: 'Hello', replySettings: 'everyone' }])
    expect(at.counts()).toEqual({ 'POST /2/tweets': 1 })
  })

  it('says everything that its options say', async () => {
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
  it('answers another, and names people in its picture', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: '@ada what do you think?' })
    const bo = at.network.state().people.find(({ username }) => username === 'bo')?.id ?? ''

    await account.post({ text: 'Good', replyTo: id, media: [picture()], options: { taggedUserIds: [bo] } })

    expect(at.posts().at(-1)).toMatchObject({ repliedToId: id, taggedIds: [bo] })
  })
})

describe('what is refused before a request', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['too long a text', { text: 'あ'.repeat(141) }, 'The text has 282 characters; x takes at most 280.'],
    [
      'a poll and a picture',
      { media: [picture()], options: { poll: { options: ['a', 'b'], durationMinutes: 5 } } },
      'x takes no files in a post with a poll.',
    ],
    [
      'a quote and a picture',
      { media: [picture()], options: { quoteTweetId: '1' } },
      'x takes no files in a post that quotes another.',
    ],
    ['tags without a picture', { text: 'hi', options: { taggedUserIds: ['1'] } }, 'x tags people in files.'],
    ['five pictures', { media: Array.from({ length: 5 }, () => picture()) }, 'x takes at most 4'],
    ['a set time', { text: 'hi', publishAt: new Date(2_000_000_000_000) }, 'publishing at a set time'],
    ['an address', { media: [Media.fromUrl('https://a.example/cat.png')] }, 'x cannot fetch'],
    ['a long alt text', { media: [picture('a'.repeat(1001))] }, 'has 1001 characters; x takes at most 1000'],
    [
      'a foreign type',
      { media: [Media.fromBytes(PICTURE, { filename: 'cat.heic' })] },
      'x does not take "cat.heic", which is image/heic.',
    ],
    ['a wrong id', { text: 'hi', replyTo: 'abc' }, 'x knows posts by ids of 1 to 19 digits'],
    [
      'a misspelled option',
      { text: 'hi', options: { reply_settings: 'following' } },
      'Did you mean "replySettings"?',
    ],
    [
      'a poll of one',
      { text: 'hi', options: { poll: { options: ['a'], durationMinutes: 5 } } },
      'options.poll.options',
    ],
  ]

  // Holds R-0508.
  it.each(refused)('%s', async (_what, post, words) => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.post(post)).rejects.toThrow(words)
    await expect(account.post(post)).rejects.toMatchObject({ platform: 'x' })
    expect(at.requests()).toEqual([])
  })

  it('files, and posts at all, without the scope', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'tweet.write', 'users.read', 'offline.access'])

    await expect(account.post({ media: [picture()] })).rejects.toMatchObject({ needs: 'media.write' })
    await expect(account.like('1')).rejects.toBeInstanceOf(MissingPermissionError)
    expect(at.requests()).toEqual([])
  })
})

describe('what the plan does not allow', () => {
  // Holds R-0465.
  it.each([
    ['NO_CREDITS', 'the prepaid credits of the app are used up'],
    ['CLIENT_NOT_ENROLLED', "the app's plan does not have it"],
    ['USER_NOT_ENROLLED', "the app's plan does not have it"],
    [
      'NO_REPLY',
      'Without an Enterprise plan an app may answer a post only when its author named the account',
    ],
  ])('%s is told once, and is no trouble of the sign-in', async (refusal, words) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.refuseNext({ refusal, route: 'POST /2/tweets' })
    const trying = account.post({ text: 'Hello' })

    await expect(trying).rejects.toBeInstanceOf(NotAllowedError)
    await expect(trying).rejects.toThrow(words)
    expect(at.counts()).toEqual({ 'POST /2/tweets': 1 })
  })

  it('a quote is refused in words that help', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'Read this' })

    await expect(account.post({ text: 'So true', options: { quoteTweetId: id } })).rejects.toThrow(
      'Since April 2026 that takes an Enterprise plan. Take options.quoteTweetId out; an address of the post in the text shows it too.',
    )
  })
})

describe('deleting a post', () => {
  it('is one request, and says when it is gone', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'Hello' })

    await account.deletePost(id)

    expect(at.posts()).toEqual([])
    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'POST_GONE' })
    await expect(account.deletePost('abc')).rejects.toThrow('x knows posts by ids of 1 to 19 digits')
  })

  it('has deleted it when the response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'Hello' })
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await account.deletePost(id)

    expect(at.posts()).toEqual([])
    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'POST_GONE' })
  })

  it('of somebody else is refused', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'mine' })

    await expect(account.deletePost(id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })
})
