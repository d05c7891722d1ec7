import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'
import { postHistory } from '../../read.js'

const cover = samplePng(32, 18)
const EDIT = { method: 'PUT', path: '/api/v1/statuses/:id' } as const

const video = () => Media.fromBytes(sampleMp4(), { filename: 'launch.mp4', altText: 'A rocket' })
const picture = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })

/** Publishes a post with a file and returns the id of that file. */
async function usingPost(file = video()) {
  const at = await usingEmulator()
  const account = await at.signIn()
  const { id } = await account.post({ text: 'Lift-off', media: [file] })
  const [attachment] = (await account.readPost(id)).attachments
  const preview = async (): Promise<Uint8Array> => {
    const [first] = (await account.readPost(id)).attachments
    return new Uint8Array(await (await fetch(String(first?.raw['preview_url']))).arrayBuffer())
  }
  const history = () => account.run((call) => postHistory(id, call))
  return Object.assign(at, { account, id, fileId: String(attachment?.raw['id']), preview, history })
}

describe('an edit of the files of a post', () => {
  it('gives a video another thumbnail, and keeps everything else', async () => {
    await using at = await usingPost()
    const { account, id, fileId } = at

    await account.editPost(id, { options: { thumbnails: { [fileId]: cover } } })

    expect(await at.preview()).toEqual(cover)
    expect(await account.readPost(id)).toMatchObject({
      text: 'Lift-off',
      attachments: [{ altText: 'A rocket' }],
      editedAt: expect.any(Date),
    })
  })

  it('combines thumbnails with text, warning, alt texts and focal points', async () => {
    await using at = await usingPost()
    const { account, id, fileId } = at

    await account.editPost(id, {
      text: 'Landed',
      options: {
        spoilerText: 'space',
        sensitive: true,
        language: 'en',
        altTexts: { [fileId]: 'A landing' },
        focus: { [fileId]: [0.5, -0.25] },
        thumbnails: { [fileId]: cover },
      },
    })

    expect(await at.preview()).toEqual(cover)
    expect(await account.readPost(id)).toMatchObject({
      text: 'Landed',
      attachments: [{ altText: 'A landing' }],
      raw: { spoiler_text: 'space', sensitive: true, language: 'en' },
    })
    expect(at.people.state().media).toMatchObject([{ focus: [0.5, -0.25] }])
  })

  it('accepts the focal point of an image without a thumbnail', async () => {
    await using at = await usingPost(picture())
    await at.account.editPost(at.id, { options: { focus: { [at.fileId]: [1, 1] } } })

    expect(at.people.state().media).toMatchObject([{ focus: [1, 1] }])
  })

  it.each(['replyLost', 'dropMidBody'] as const)(
    'is made once and found when its response is lost: %s',
    async (fault) => {
      await using at = await usingPost()
      const { account, id, fileId } = at
      await at.clock.advance(60)
      at.faults.add({ ...EDIT, fault })
      const edit = () =>
        account.editPost(id, { options: { thumbnails: { [fileId]: cover } } }, { idempotencyKey: 'k' })

      expect(await edit()).toMatchObject({ id })
      expect(await edit()).toMatchObject({ id })
      expect(await at.history()).toHaveLength(2)
    },
  )

  it('with thumbnails is never repeated, because a repeat would be a second edit', async () => {
    await using at = await usingPost()
    const { account, id, fileId } = at
    await at.clock.advance(60)
    at.faults.add({ ...EDIT, fault: 'status', status: 500, body: {} })
    at.forget()
    const edit = () =>
      account.editPost(id, { options: { thumbnails: { [fileId]: cover } } }, { idempotencyKey: 'k' })

    await expect(edit()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await expect(edit()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(at.requests().filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('is refused before any request when it is invalid', async () => {
    await using at = await usingPost()
    const { account, id, fileId } = at
    const post = await account.post({ media: [picture()] })
    const [cat] = (await account.readPost(post.id)).attachments
    const big = new Uint8Array(17 * 1024 * 1024)
    big.set(cover)
    at.forget()

    for (const [postId, options, message] of [
      [
        post.id,
        { thumbnails: { [String(cat?.raw['id'])]: cover } },
        /Only videos and audio files can have a thumbnail/,
      ],
      [id, { thumbnails: { [fileId]: sampleMp4() } }, /is not a supported picture/],
      [id, { thumbnails: { [fileId]: big } }, /accepts at most/],
      [id, { thumbnails: { 7: cover } }, /"7", which is not in the post/],
      [id, { focus: { 7: [0, 0] } }, /options\.focus has an entry for the file "7"/],
      [id, { focus: { [fileId]: [2, 0] } }, /focus/],
      [id, { thumbnails: { [fileId]: 'cover.png' } }, /bytes of a picture/],
    ] as const)
      await expect(account.editPost(postId, { options })).rejects.toThrow(message)

    expect(at.counts()['PUT /api/v1/statuses/:id']).toBeUndefined()
  })
})
