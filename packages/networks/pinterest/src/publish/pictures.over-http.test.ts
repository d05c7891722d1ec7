import { Media } from '@social/core'
import { aPicture } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const CHAIR = 'https://shop.example/chair.jpg'

describe('a pin with images', () => {
  // Holds R-0056, R-0061, R-0459.
  it('contains the URL of an image, which Pinterest fetches', async () => {
    const fetched: string[] = []
    const fetch = async (url: string): Promise<Response> => {
      fetched.push(url)
      return new Response(Uint8Array.from(await aPicture().read()))
    }
    await using at = await usingEmulator({ server: { fetch } })
    const ada = await at.signIn()
    const boardId = at.board()

    const result = await ada.post(
      {
        text: 'Velvet, 1970.',
        media: [Media.fromUrl(CHAIR)],
        options: {
          boardId,
          title: 'A red chair',
          link: 'https://shop.example/chair',
          altText: 'A red velvet armchair',
          dominantColor: '#7A1F1F',
        },
      },
      { idempotencyKey: 'chair' },
    )

    expect(at.counts()).toEqual({ 'POST /v5/pins': 1 })
    expect(at.requests()[0]?.json).toEqual({
      board_id: boardId,
      title: 'A red chair',
      description: 'Velvet, 1970.',
      link: 'https://shop.example/chair',
      alt_text: 'A red velvet armchair',
      dominant_color: '#7A1F1F',
      media_source: { source_type: 'image_url', url: CHAIR },
    })
    expect(fetched).toEqual([CHAIR])
    expect(result).toMatchObject({
      url: `https://www.pinterest.com/pin/${result.id}/`,
      state: 'DONE',
      idempotencyKey: 'chair',
      raw: { id: result.id, title: 'A red chair', is_owner: true },
    })
    expect(at.pins()).toMatchObject([{ id: result.id, boardId, altText: 'A red velvet armchair' }])
  })

  it('contains the bytes of a file as base64, complete and padded', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const bytes = await aPicture().read()

    await ada.post({ media: [aPicture()], options: { boardId: at.board(), title: 'A "quoted" title' } })

    expect(at.requests()[0]?.json).toEqual({
      board_id: at.board(),
      title: 'A "quoted" title',
      media_source: {
        source_type: 'image_base64',
        content_type: 'image/png',
        data: Buffer.from(bytes).toString('base64'),
      },
    })
  })

  it('has up to five images, in order, as URLs or as files', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const boardId = at.board()
    const addresses = [1, 2, 3, 4, 5].map((number) => `https://shop.example/${number}.jpg`)

    await ada.post({ text: 'a', media: addresses.map((one) => Media.fromUrl(one)), options: { boardId } })
    await ada.post({ text: 'b', media: [aPicture(), aPicture({ filename: 'b.jpeg' })], options: { boardId } })

    const [byAddress, asFiles] = at.requests().map(({ json }) => json)
    const data = Buffer.from(await aPicture().read()).toString('base64')
    expect(byAddress).toMatchObject({
      media_source: { source_type: 'multiple_image_urls', items: addresses.map((url) => ({ url })) },
    })
    expect(asFiles).toMatchObject({
      media_source: {
        source_type: 'multiple_image_base64',
        items: [
          { content_type: 'image/png', data },
          { content_type: 'image/jpeg', data },
        ],
      },
    })
    expect(at.pins().map(({ media }) => (media.kind === 'PICTURES' ? media.pictures.length : 0))).toEqual([
      5, 2,
    ])
  })

  it('is created in the chosen section', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const boardId = at.board()
    const { createSection } = await import('../index.js')
    const section = await ada.run((call) => createSection(boardId, 'Velvet', call))

    const { id } = await ada.post({
      media: [aPicture()],
      options: { boardId, boardSectionId: section.id, title: 'A' },
    })

    expect(at.pins()).toMatchObject([{ id, boardId, sectionId: section.id }])
  })

  it('is created on the board of the connection, unless the post has one', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const connection = await at.storage.getConnection(ada.id)
    const [chairs, tables] = [at.board('ada', 'Chairs'), at.board('ada', 'Tables')]
    await at.storage.saveConnection(
      connection?.with({ extra: { ...connection.extra, boardId: chairs } }) ?? never(),
    )

    await ada.post({ media: [aPicture()] })
    await ada.post({ media: [aPicture()], options: { boardId: tables } })

    expect(at.pins().map(({ boardId }) => boardId)).toEqual([chairs, tables])
  })

  it('with a file of 3 MB is encoded in pieces, and arrives complete', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    // Longer than one chunk, and the length is not a multiple of three.
    const bytes = Buffer.concat([await aPicture().read(), Buffer.alloc(3_000_001, 7)])

    await ada.post({ text: 'big', media: [aPicture({ bytes })], options: { boardId: at.board() } })

    // Pinterest refuses base64 that is truncated or not padded.
    expect(at.pins()).toHaveLength(1)
    expect(at.requests()[0]?.bodyBytes).toBeGreaterThan(Math.ceil(bytes.length / 3) * 4)
  })

  it('is refused with Pinterest’s message, and the same key works after the correction', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [Media.fromUrl(CHAIR)], options: { boardId: at.board() } }
    at.people.refuseNext({ refusal: 'URL_UNREACHABLE', route: 'POST /v5/pins' })

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toThrow('must be public')
    const { id } = await ada.post(post, { idempotencyKey: 'k' })

    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })
})

function never(): never {
  throw new Error('The connection works.')
}
