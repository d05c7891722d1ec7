import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  NotSupportedError,
  type PostInput,
} from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const boardId = '549755885175'
const media = [aPicture()]
const options = { boardId }
const withOption = (more: object): PostInput => ({ media, options: { ...options, ...more } })
const CHAIR = Media.fromUrl('https://shop.example/chair.jpg')

/** Refused posts, with the error class and a pattern of the message. */
const REFUSED: readonly (readonly [
  string,
  PostInput,
  typeof InvalidPostError | typeof NotSupportedError,
  RegExp,
])[] = [
  ['a text-only post', { text: 'Hello', options }, NotSupportedError, /Post\.text is its description/],
  ['a reply', { media, options, replyTo: '1' }, NotSupportedError, /replies to another/],
  [
    'a publish time',
    { media, options, publishAt: '2027-01-01T00:00:00Z' },
    NotSupportedError,
    /scheduled publishing/,
  ],
  ['801 characters', { text: 'a'.repeat(801), media, options }, InvalidPostError, /800/],
  ['801 emoji', { text: '🥖'.repeat(801), media, options }, InvalidPostError, /800/],
  ['six pictures', { media: Array.from({ length: 6 }, () => CHAIR), options }, InvalidPostError, /at most 5/],
  ['two videos', { media: [aVideo(), aVideo()], options }, InvalidPostError, /at most 1/],
  ['a video and an image', { media: [aVideo(), aPicture()], options }, InvalidPostError, /not both/],
  ['a URL with a file', { media: [CHAIR, aPicture()], options }, InvalidPostError, /in the same way/],
  [
    'an image file of another type',
    { media: [aPicture({ filename: 'a.webp' })], options },
    InvalidPostError,
    /image\/webp.*a\.webp/,
  ],
  [
    'the URL of a video',
    { media: [Media.fromUrl('https://shop.example/a.mp4')], options },
    InvalidPostError,
    /Download it first/,
  ],
  ['no board', { media }, InvalidPostError, /options\.boardId.*extra\.boardId.*account\.run\(boards\)/],
  ['a number as board', withOption({ boardId: 549_755_885_175 }), InvalidPostError, /text with digits/],
  ['a name as board', withOption({ boardId: 'Chairs' }), InvalidPostError, /account\.run\(boards\)/],
  ['a name as section', withOption({ boardSectionId: 'Velvet' }), InvalidPostError, /boardSections/],
  ['an empty title', withOption({ title: '' }), InvalidPostError, /1 to 100.*Post\.text/],
  ['101 characters of title', withOption({ title: 'a'.repeat(101) }), InvalidPostError, /100/],
  ['501 characters of alt text', withOption({ altText: 'a'.repeat(501) }), InvalidPostError, /500/],
  ['an invalid link', withOption({ link: 'shop.example' }), InvalidPostError, /http or https URL/],
  ['a link to a program', withOption({ link: 'javascript:alert(1)' }), InvalidPostError, /http or https URL/],
  [
    'a link of 2,049 characters',
    withOption({ link: `https://shop.example/${'a'.repeat(2028)}` }),
    InvalidPostError,
    /2048/,
  ],
  ['a colour by name', withOption({ dominantColor: 'red' }), InvalidPostError, /#6E7874/],
  ['half an emoji', withOption({ title: '🥖'.slice(0, 1) }), InvalidPostError, /emoji/],
  [
    'a cover of images',
    withOption({ coverImageKeyFrameTime: 0 }),
    InvalidPostError,
    /options\.coverImageKeyFrameTime requires a video/,
  ],
  [
    'the URL of a cover of images',
    withOption({ coverImageUrl: 'https://shop.example/c.jpg' }),
    InvalidPostError,
    /options\.coverImageUrl requires a video/,
  ],
  [
    'two covers',
    {
      media: [aVideo()],
      options: { boardId, coverImageUrl: 'https://shop.example/c.jpg', coverImageKeyFrameTime: 0 },
    },
    InvalidPostError,
    /not both/,
  ],
  [
    'a cover that is not a URL',
    { media: [aVideo()], options: { boardId, coverImageUrl: 'c.jpg' } },
    InvalidPostError,
    /URL of a picture/,
  ],
  [
    'a cover at a negative time',
    { media: [aVideo()], options: { boardId, coverImageKeyFrameTime: -1 } },
    InvalidPostError,
    /0 or more/,
  ],
  ['the option name of the network', withOption({ board_id: '1' }), InvalidPostError, /boardId/],
  ['an unknown option', withOption({ colour: 'red' }), InvalidPostError, /does not know the option/],
]

describe('a post that Pinterest would refuse', () => {
  // Holds R-0058, R-0508.
  it.each(REFUSED)(
    'is refused before any request, also for the token: %s',
    async (_what, post, kind, message) => {
      await using at = await usingEmulator()
      const { id } = await at.signIn()
      at.people.expireTokens({})
      await at.clock.advance(86_400 * 31)

      // Invalid on purpose, as in an application without types.
      const posting = at.client.account<string>(id).post(post)

      await expect(posting).rejects.toThrow(kind)
      await expect(posting).rejects.toThrow(message)
      await expect(posting).rejects.toMatchObject({ platform: 'pinterest' })
      await expect(posting).rejects.toMatchObject({ platform: 'pinterest' })
      expect(at.counts()).toEqual({})
    },
  )

  // Holds R-0492.
  it.each([
    ['an empty file', aPicture({ bytes: new Uint8Array() }), 'is empty'],
    ['a missing file', Media.fromFile('/no/such.jpg'), 'does not exist'],
  ])('is refused before any request: %s', async (_what, file, message) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const posting = ada.post({ text: 'a', media: [file], options })

    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(message)
    expect(at.counts()).toEqual({})
  })

  // Holds R-0508.
  it('is distinguished from a post within the limits', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await ada.post({
      text: '🥖'.repeat(800),
      media,
      options: {
        boardId: at.board(),
        title: '🥖'.repeat(100),
        altText: '🥖'.repeat(500),
        link: `https://shop.example/${'a'.repeat(2027)}`,
      },
    })

    expect(at.pins()).toHaveLength(1)
  })

  it('with a video above 2 GB is refused by its size alone', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const big = Object.assign(Object.create(aVideo()) as Media, { size: async () => 2_147_483_649 })

    const posting = ada.post({ text: 'a', media: [big], options })

    await expect(posting).rejects.toThrow('2 GB')
    expect(at.counts()).toEqual({})
  })

  it.each([5, '', 'Chairs', ['1']])(
    'of a connection with the board %o reports that ids are text',
    async (kept) => {
      await using at = await usingEmulator()
      const ada = await at.signIn()
      const connection = await at.storage.getConnection(ada.id)
      if (connection) await at.storage.saveConnection(connection.with({ extra: { boardId: kept } }))

      const posting = ada.post({ media })

      await expect(posting).rejects.toThrow(InvalidPostError)
      await expect(posting).rejects.toThrow('text with digits')
      expect(at.counts()).toEqual({})
    },
  )

  it('is refused without a scope by the connection alone, unless its scopes are unknown', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada', ['boards:read', 'pins:read', 'user_accounts:read'])
    const post = { text: 'a', media, options: { boardId: at.board() } }

    const posting = ada.post(post)
    await expect(posting).rejects.toThrow(MissingPermissionError)
    await expect(posting).rejects.toThrow('boards:write, pins:write')
    await expect(posting).rejects.toMatchObject({ platform: 'pinterest', needs: 'boards:write, pins:write' })
    expect(at.counts()).toEqual({})

    const connection = await at.storage.getConnection(ada.id)
    if (connection) await at.storage.saveConnection(connection.with({ scopes: [] }))
    const sent = ada.post(post)
    await expect(sent).rejects.toThrow(MissingPermissionError)
    expect(at.counts()).toEqual({ 'POST /v5/pins': 1 })
  })

  // Holds R-0460.
  it.each(['fetchUpdates', 'readReplies', 'replyToUpdate', 'like', 'checkState', 'readThread'])(
    'is refused with its name, without a request: %s',
    async (operation) => {
      await using at = await usingEmulator()
      const { id } = await at.signIn()
      // As called by an application without types: all methods exist.
      const account = at.client.account<string>(id) as unknown as Record<
        string,
        (given: unknown) => Promise<void>
      >

      const calling = account[operation]?.(null)

      await expect(calling).rejects.toThrow(NotSupportedError)
      await expect(calling).rejects.toThrow('pinterest does not support')
      expect(at.counts()).toEqual({})
    },
  )
})
