import { InvalidPostError, Media, NotSupportedError, type PostInput, postIssuesOf } from '@social/core'
import { readOptions } from '@social/core/platform'
import { aPicture, aPost, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { OPTIONS } from '../__fixtures__/videos.js'
import { postOptions } from '../options.js'
import { readVideoPost } from './check.js'

const media = [aVideo()]
const options = OPTIONS
const withOption = (more: object) => ({ media, options: { ...options, ...more } })

/** Invalid posts, with the expected error and parts of the error message. */
const REFUSED: readonly (readonly [
  string,
  PostInput,
  typeof InvalidPostError | typeof NotSupportedError,
  RegExp,
])[] = [
  ['words alone', { text: 'Hello' }, NotSupportedError, /Every YouTube post requires a video/],
  [
    'words alone with options',
    { text: 'Hello', options },
    NotSupportedError,
    /Every YouTube post requires a video/,
  ],
  ['a picture', { media: [aPicture()] }, NotSupportedError, /pictures/],
  ['a picture with options', { media: [aPicture()], options }, NotSupportedError, /pictures/],
  ['two videos', { media: [aVideo(), aVideo()], options }, InvalidPostError, /takes at most 1/],
  ['a reply', { media, options, replyTo: 'x' }, NotSupportedError, /replies to another/],
  ['5,001 bytes of description', { text: 'a'.repeat(5001), media, options }, InvalidPostError, /5000/],
  ['1,251 emoji', { text: '🥖'.repeat(1251), media, options }, InvalidPostError, /5000/],
  ['a description with <', { text: 'a < b', media, options }, InvalidPostError, /Post\.text/],
  [
    'no title',
    { media, options: { madeForKids: false } },
    InvalidPostError,
    /options\.title.*Post\.text is the description/,
  ],
  ['an empty title', withOption({ title: ' ' }), InvalidPostError, /options\.title/],
  ['a number as title', withOption({ title: 5 }), InvalidPostError, /options\.title/],
  ['101 characters of title', withOption({ title: 'a'.repeat(101) }), InvalidPostError, /at most 100/],
  ['a title with <', withOption({ title: 'a<b' }), InvalidPostError, /< or >/],
  ['a title with >', withOption({ title: 'a>b' }), InvalidPostError, /< or >/],
  ['no declaration for children', { media, options: { title: 'x' } }, InvalidPostError, /will not guess/],
  ['"no" for children', withOption({ madeForKids: 'no' }), InvalidPostError, /madeForKids.*will not guess/],
  ['0 for children', withOption({ madeForKids: 0 }), InvalidPostError, /madeForKids/],
  ['null for children', withOption({ madeForKids: null }), InvalidPostError, /madeForKids/],
  [
    'another visibility',
    withOption({ privacyStatus: 'secret' }),
    InvalidPostError,
    /"private", "unlisted", "public"/,
  ],
  ['a number as category', withOption({ categoryId: 22 }), InvalidPostError, /categoryId/],
  ['one text as tags', withOption({ tags: 'abc' }), InvalidPostError, /options\.tags must be a list/],
  ['numbers as tags', withOption({ tags: [1] }), InvalidPostError, /options\.tags must be a list/],
  ['an empty tag', withOption({ tags: [''] }), InvalidPostError, /empty/],
  [
    '501 characters of tags',
    withOption({ tags: ['a'.repeat(250), 'b'.repeat(250)] }),
    InvalidPostError,
    /500/,
  ],
  ['501 by the quotes', withOption({ tags: [`${'a'.repeat(498)} b`] }), InvalidPostError, /500/],
  ['"yes" for subscribers', withOption({ notifySubscribers: 'yes' }), InvalidPostError, /notifySubscribers/],
  ['a snake_case option', withOption({ made_for_kids: true }), InvalidPostError, /madeForKids/],
  ['a request for a short clip', withOption({ short: true }), InvalidPostError, /does not know the option/],
  [
    'publishAt in the options',
    withOption({ publishAt: '2027-01-01T00:00:00Z' }),
    InvalidPostError,
    /not in its options/,
  ],
  [
    'a set time for a public video',
    { ...withOption({ privacyStatus: 'public' }), publishAt: '2027-01-01T00:00:00Z' },
    InvalidPostError,
    /private/,
  ],
  [
    'a set time for an unlisted video',
    { ...withOption({ privacyStatus: 'unlisted' }), publishAt: '2027-01-01T00:00:00Z' },
    InvalidPostError,
    /private/,
  ],
  [
    'an address',
    { media: [Media.fromUrl('https://a.example/v.mp4')], options },
    InvalidPostError,
    /youtube cannot fetch .* from a URL. Download it first/,
  ],
  ['an empty file', { media: [aVideo({ bytes: new Uint8Array() })], options }, InvalidPostError, /empty/],
  [
    'a missing file',
    { media: [Media.fromFile('/no/such/clip.mp4')], options },
    InvalidPostError,
    /does not exist/,
  ],
]

describe('a post that YouTube would refuse', () => {
  // Holds R-0057, R-0356, R-0357, R-0358, R-0359, R-0360, R-0361, R-0362, R-0363, R-0364, R-0366, R-0368, R-0369, R-0371, R-0377, R-0378, R-0387, R-0508.
  it.each(REFUSED)(
    '%s is refused before the first request, even for the token',
    async (_what, post, kind, expected) => {
      await using at = await usingEmulator()
      const { id } = await at.signIn()
      at.people.expireTokens()
      await at.clock.advance(7200)

      // The options are invalid on purpose, as in an application without types.
      const posting = at.client.account<string>(id).post({ ...post, options: { ...post.options } })

      await expect(posting).rejects.toThrow(kind)
      await expect(posting).rejects.toThrow(expected)
      expect(at.counts()).toEqual({})
    },
  )

  it('is refused with all its problems, as data', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()

    const error = await at.client
      .account<string>(id)
      .post({
        text: `<${'a'.repeat(5000)}`,
        media: [...media, ...media],
        options,
      })
      .catch((thrown: unknown) => thrown)

    expect(postIssuesOf(error)).toMatchObject([
      { field: 'text', code: 'TEXT_TOO_LONG', limit: 5000, actual: 5001 },
      { field: 'media', code: 'TOO_MANY_FILES', limit: 1, actual: 2 },
      { field: 'text', code: 'ANGLE_BRACKETS' },
    ])
    expect(at.counts()).toEqual({})
  })

  it('names every option that is missing or invalid', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()

    // The options are invalid on purpose, as in an application without types.
    const posting = at.client.account<string>(id).post({ media, options: { tags: [''] } })

    expect(postIssuesOf(await posting.catch((thrown: unknown) => thrown))).toMatchObject([
      { code: 'OPTION_REQUIRED', optionPath: 'title' },
      { code: 'OPTION_REQUIRED', optionPath: 'madeForKids' },
      { code: 'OPTION_INVALID', optionPath: 'tags[0]' },
    ])
  })

  it('names the visibility that a planned time requires', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const error = await ada
      .post({
        media,
        publishAt: new Date('2026-12-24T00:00:00Z'),
        options: { ...options, privacyStatus: 'public' },
      })
      .catch((thrown: unknown) => thrown)

    expect(postIssuesOf(error)).toMatchObject([
      { field: 'options', code: 'OPTION_CONFLICT', optionPath: 'privacyStatus', limit: 'private' },
    ])
  })

  // Holds R-0356, R-0360, R-0369, R-0508.
  it('differs from the longest valid one', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await ada.post({
      text: 'a'.repeat(5000),
      media,
      options: { title: '🥖'.repeat(100), madeForKids: true, tags: ['a'.repeat(250), 'b'.repeat(249)] },
    })

    expect(at.videos()).toHaveLength(1)
  })

  it('refuses a video above 256 GiB by its size', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const big = Object.assign(Object.create(aVideo()) as Media, { size: async () => 274_877_906_945 })

    const error = await ada.post({ media: [big], options }).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(InvalidPostError)
    expect(String(error)).toContain('256 GiB')
    expect(at.counts()).toEqual({})
  })

  it('takes a video of exactly 256 GiB', async () => {
    const whole = Object.assign(Object.create(aVideo()) as Media, { size: async () => 274_877_906_944 })
    const read = readOptions(postOptions, options, { platform: 'youtube' })

    const post = { ...aPost({ text: '', media: [whole] }), options: read }
    expect((await readVideoPost(post)).video).toBe(whole)
  })
})

describe('the sent metadata', () => {
  // Holds R-0062, R-0064, R-0119, R-0366, R-0367, R-0370, R-0373, R-0376, R-0377.
  it('contains all given fields, and no others', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const result = await ada.post({
      text: 'How we fold it. #Shorts',
      media: [aVideo({ altText: 'Hands in dough' })],
      options: {
        title: 'Sourdough',
        madeForKids: false,
        privacyStatus: 'unlisted',
        categoryId: '26',
        tags: ['bread', 'sour dough'],
        notifySubscribers: false,
      },
    })

    const [start] = at.requests()
    expect(start?.json).toEqual({
      snippet: {
        title: 'Sourdough',
        description: 'How we fold it. #Shorts',
        tags: ['bread', 'sour dough'],
        categoryId: '26',
      },
      status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false },
    })
    expect(start?.query).toEqual({
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: 'false',
    })
    expect(result).toMatchObject({
      state: 'PROCESSING',
      url: `https://www.youtube.com/watch?v=${result.id}`,
      raw: { kind: 'youtube#video', snippet: { title: 'Sourdough' } },
    })
  })

  // Holds R-0365.
  it('is private, without further fields, by default', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await ada.post({ media, options })

    const [start] = at.requests()
    expect(start?.json).toEqual({
      snippet: { title: OPTIONS.title, description: '' },
      status: { privacyStatus: 'private', selfDeclaredMadeForKids: false },
    })
    expect(start?.query).toEqual({ uploadType: 'resumable', part: 'snippet,status' })
  })

  // Holds R-0120, R-0373.
  it('is published at a set time', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const result = await ada.post({ media, options, publishAt: '2026-12-01T10:00:00+01:00' })

    expect(at.requests()[0]?.json).toMatchObject({ status: { publishAt: '2026-12-01T09:00:00.000Z' } })
    expect(result.state).toBe('SCHEDULED')
  })
})
