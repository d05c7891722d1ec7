import { NotAllowedError, PostGoneError } from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { boards } from '../index.js'

/** Signs in Ada and creates one pin. */
async function withPin(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const ada = await at.signIn()
  const { id } = await ada.post({
    text: 'Velvet, 1970.',
    media: [aPicture()],
    options: {
      boardId: at.board(),
      title: 'A chair',
      altText: 'A red chair',
      link: 'https://shop.example/chair',
    },
  })
  at.forget()
  return Object.assign(at, { ada, pinId: id })
}

describe('reading a pin', () => {
  it('returns text, media, owner and time with one request', async () => {
    await using at = await withPin()

    const pin = await at.ada.readPost(at.pinId)

    expect(pin).toMatchObject({
      id: at.pinId,
      url: `https://www.pinterest.com/pin/${at.pinId}/`,
      text: 'Velvet, 1970.',
      isMine: true,
      author: { handle: 'ada', url: 'https://www.pinterest.com/ada/' },
      rootId: at.pinId,
      createdAt: new Date('2026-11-22T12:00:00Z'),
      raw: { title: 'A chair', is_owner: true },
    })
    expect(pin.attachments).toMatchObject([
      { kind: 'image', altText: 'A red chair', width: 1200, height: 1200 },
      { kind: 'link', url: 'https://shop.example/chair' },
    ])
    expect(pin.attachments[0]?.url).toContain('/1200x/')
    expect(pin.attachments[0]?.previewUrl).toContain('/150x150/')
    expect(at.counts()).toEqual({ 'GET /v5/pins/:pin': 1 })
  })

  it('distinguishes several images from a video', async () => {
    await using at = await withPin()
    const options = { boardId: at.board() }
    const { id: several } = await at.ada.post({ text: 'a', media: [aPicture(), aPicture()], options })
    const { id: video } = await at.ada.post({ text: 'b', media: [aVideo()], options })

    const pictures = await at.ada.readPost(several)
    const film = await at.ada.readPost(video)

    expect(pictures.attachments.map(({ kind }) => kind)).toEqual(['image', 'image'])
    expect(film.attachments).toMatchObject([{ kind: 'video', url: null, width: 1080, height: 1920 }])
    expect(film.attachments[0]?.previewUrl).toContain('https://i.pinimg.com/')
  })

  it('on a shared board returns no author for another user’s pin', async () => {
    await using at = await withPin()
    at.people.shareBoard({ board: at.board('ada'), with: 'bo' })
    const bo = await at.signIn('bo')

    expect(await bo.readPost(at.pinId)).toMatchObject({ isMine: false, author: null, text: 'Velvet, 1970.' })
  })

  it('of another account is refused with a reason', async () => {
    await using at = await withPin()
    const bo = await at.signIn('bo')

    await expect(bo.readPost(at.pinId)).rejects.toThrow(NotAllowedError)
  })

  it.each(['1', '813744226420795999'])('that does not exist (%s) fails with PostGoneError', async (id) => {
    await using at = await withPin()

    await expect(at.ada.readPost(id)).rejects.toThrow(PostGoneError)
  })

  it('that was deleted with a lost response is gone', async () => {
    await using at = await withPin()
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await at.ada.deletePost(at.pinId)

    await expect(at.ada.deletePost(at.pinId)).rejects.toThrow(PostGoneError)
  })

  it.each(['abc', '1/../2', '１', '1'.repeat(65)])('with the id "%s" sends no request', async (id) => {
    await using at = await withPin()

    for (const asking of [at.ada.readPost(id), at.ada.readStats(id), at.ada.deletePost(id)])
      await expect(asking).rejects.toMatchObject({ platform: 'pinterest' })
    expect(at.counts()).toEqual({})
  })
})

describe('the statistics of a pin', () => {
  it('are reactions, comments and saves, and clicks are on raw', async () => {
    await using at = await withPin()
    at.people.setNumbers({ pin: at.pinId, reaction: 10, comment: 2, save: 4, impression: 99 })

    const stats = await at.ada.readStats(at.pinId)

    expect(stats).toMatchObject({ id: at.pinId, likes: 10, comments: 2, shares: 4 })
    expect(stats.raw).toMatchObject({ pin_metrics: { lifetime_metrics: { impression: 99 } } })
    expect(at.counts()).toEqual({ 'GET /v5/pins/:pin': 1 })
  })

  it('are null when Pinterest returns none', async () => {
    await using at = await withPin()
    at.faults.add({
      fault: 'status',
      status: 200,
      path: '/v5/pins/:pin',
      body: { id: at.pinId, pin_metrics: null },
    })

    expect(await at.ada.readStats(at.pinId)).toMatchObject({ likes: null, comments: null, shares: null })
  })
})

describe('deleting a pin', () => {
  it('needs one request, and fails with PostGoneError for a missing pin', async () => {
    await using at = await withPin()

    await at.ada.deletePost(at.pinId)

    expect(at.pins()).toEqual([])
    expect(at.counts()).toEqual({ 'DELETE /v5/pins/:pin': 1 })
    await expect(at.ada.deletePost(at.pinId)).rejects.toThrow(PostGoneError)
  })
})

describe('the account', () => {
  // Holds R-0110.
  it('has the business name if present, otherwise the username', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada')
    const bo = await at.signIn('bo')

    expect(await ada.profile()).toEqual({
      name: 'Ada Chairs',
      avatarUrl: 'https://i.pinimg.com/600x600_R/ada.jpg',
    })
    expect(await bo.profile()).toMatchObject({ name: 'bo' })
    expect(at.counts()).toEqual({ 'GET /v5/user_account': 2 })
  })

  it('counts the cost of reads and writes separately', async () => {
    await using at = await withPin()
    await at.ada.readPost(at.pinId)
    await at.ada.readStats(at.pinId)
    await at.ada.profile()
    await at.ada.run(boards)
    await at.ada.editPost(at.pinId, { text: 'b' })
    await at.ada.deletePost(at.pinId)
    await at.ada.post({ text: 'c', media: [aVideo()], options: { boardId: at.board() } })

    // One earlier pin, then a change, a deletion, the registration and the pin of a video, and 6 polls.
    expect(at.ada.usage).toEqual({ reads: 10, writes: 5 })
  })
})
