import { createHash } from 'node:crypto'

import { InvalidPostError, Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const video = () => Media.fromBytes(sampleMp4(), { filename: 'launch.mp4', altText: 'A rocket' })
const picture = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })
const cover = samplePng(32, 18)

describe('the thumbnail of a video', () => {
  it('goes up with its file, and is what the post shows before it plays', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const { id } = await account.post({ text: 'Lift-off', media: [video()], options: { thumbnail: [cover] } })

    const { media } = at.people.state()
    expect(media).toMatchObject([
      {
        description: 'A rocket',
        thumbnail: {
          contentType: 'image/png',
          bytes: cover.length,
          sha256: createHash('sha256').update(cover).digest('hex'),
        },
      },
    ])
    const { attachments } = await account.readPost(id)
    const shown = await fetch(String(attachments[0]?.raw['preview_url']))
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(cover)
  })

  it.each([
    ['webp', 'image/webp', 'RIFF\0\0\0\0WEBPVP8X'],
    ['gif', 'image/gif', 'GIF89a\u0001\0\u0001\0'],
    ['jpg', 'image/jpeg', '\u00FF\u00D8\u00FF\u00E0'],
  ])('is told to be what its bytes are: %s', async (extension, contentType, letters) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bytes = Uint8Array.from({ length: 64 }, (_none, index) => letters.codePointAt(index) ?? 0)

    await account.post({ media: [video()], options: { thumbnail: [bytes] } })

    const upload = at.requests().find(({ path }) => path === '/api/v2/media')
    expect(upload?.parts).toContainEqual(
      expect.objectContaining({ name: 'thumbnail', filename: `thumbnail.${extension}`, contentType }),
    )
  })

  it('that was left out is the server’s own', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await account.post({ media: [video()], options: { thumbnail: [null] } })

    expect(at.people.state().media).toMatchObject([{ thumbnail: null }])
  })

  it('belongs to the key: another one under the same key is another post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const post = (bytes: Uint8Array) =>
      account.post({ media: [video()], options: { thumbnail: [bytes] } }, { idempotencyKey: 'launch-1' })

    const first = await post(cover)

    expect((await post(Uint8Array.from(cover))).id).toBe(first.id)
    await expect(post(samplePng(64, 36))).rejects.toThrow(/launch-1/)
    expect(at.people.state().media).toHaveLength(1)
  })

  it.each([
    ['of a picture', { media: [picture()], options: { thumbnail: [cover] } }],
    ['of a file that is not there', { media: [video()], options: { thumbnail: [null, cover] } }],
    ['that is no picture', { media: [video()], options: { thumbnail: [sampleMp4()] } }],
    ['that is empty', { media: [video()], options: { thumbnail: [new Uint8Array()] } }],
    ['that is a path', { media: [video()], options: { thumbnail: ['cover.png'] } }],
    ['that is no list', { media: [video()], options: { thumbnail: cover } }],
  ])('%s is refused without a request', async (_what, post) => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const untyped = at.client.account(id)

    const posted = untyped.post(post)
    await expect(posted).rejects.toThrow(InvalidPostError)
    await expect(posted).rejects.toThrow(/options\.thumbnail/)

    expect(at.counts()).toEqual({})
  })

  it('that is bigger than the server takes pictures is refused before it is sent', async () => {
    await using at = await usingEmulator({ server: { limits: { imageBytes: 100 } } })
    const account = await at.signIn()
    const big = new Uint8Array(101)
    big.set(cover.subarray(0, 30))

    const posted = account.post({ media: [video()], options: { thumbnail: [big] } })

    await expect(posted).rejects.toThrow(/thumbnail\[0\] has 101 bytes.*at most 100/)
    expect(at.counts()).not.toHaveProperty('POST /api/v2/media')
  })
})
