import { Media, OutcomeUnknownError, whatNext } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { thrownBy } from '../__fixtures__/uploading.js'

const HOUR = 3600
const PIECE = 2048
const key = { idempotencyKey: 'k' }
const video = () => Media.fromBytes(sampleMp4(2 * PIECE + 1), { filename: 'cake.mp4' })

type At = Awaited<ReturnType<typeof usingEmulator>>
type FacebookPost = Parameters<Awaited<ReturnType<At['signIn']>>['post']>[0]

/** A post of one uploaded video, and the last request of its upload. */
interface Upload {
  readonly name: string
  readonly post: () => FacebookPost
  readonly path: string
  readonly nth: number
  /** True if the list of stories contains the post while Facebook processes the video. */
  readonly isListed: boolean
}

const UPLOADS: readonly Upload[] = [
  {
    name: 'a video in chunks',
    post: () => ({ media: [video()] }),
    path: '/graph-video/:version/:id/videos',
    nth: 5,
    isListed: false,
  },
  {
    name: 'a reel',
    post: () => ({ media: [video()], options: { placement: 'reel' } }),
    path: '/:version/:id/video_reels',
    nth: 2,
    isListed: false,
  },
  {
    name: 'the video of a story',
    post: () => ({ media: [video()], options: { placement: 'story' } }),
    path: '/:version/:id/video_stories',
    nth: 2,
    isListed: true,
  },
]

/** Starts an emulator and a post with one idempotency key, whose last request meets a fault. */
async function losing({ post, path, nth }: Upload, fault: 'replyLost' | 'closeBeforeEffect') {
  const at = await usingEmulator({
    network: { pieceBytes: PIECE, videoSeconds: 2 * HOUR, listLagSeconds: 1 },
  })
  const page = await at.signIn()
  at.faults.add({ fault, method: 'POST', path, nth })
  return Object.assign(at, { post: () => page.post(post(), key) })
}

/** Returns the video id of a visible object. A story is recorded under the id of its post. */
const videoOf = (at: At, id: string): string =>
  at.people.state().stories.find(({ postId }) => postId === id)?.mediaId ?? id

const createdBy = (at: At): readonly string[] => at.effects().map(({ id }) => videoOf(at, id))

describe.each(UPLOADS)('$name', (upload) => {
  it('whose last response is lost is not published twice while it is processed', async () => {
    await using at = await losing(upload, 'replyLost')
    // The first query comes before Facebook lists the post.
    const first = await thrownBy(at.post())
    expect(whatNext(first)).toMatchObject({ todo: 'RETRY', afterSeconds: expect.any(Number) })
    for (const seconds of [301, HOUR, HOUR - 400]) {
      await at.clock.advance(seconds)
      if (upload.isListed) break
      const thrown = await thrownBy(at.post())
      expect(thrown).toBeInstanceOf(OutcomeUnknownError)
      expect(whatNext(thrown)).toMatchObject({ todo: 'RETRY' })
    }
    await at.clock.advance(HOUR)
    const { id } = await at.post()
    expect(createdBy(at)).toEqual([id])
    expect(at.people.state().videos).toHaveLength(1)
  })

  it('whose last request did not arrive is published once, by the same upload', async () => {
    await using at = await losing(upload, 'closeBeforeEffect')
    expect(whatNext(await thrownBy(at.post()))).toMatchObject({ todo: 'RETRY' })
    await at.clock.advance(60)
    expect(whatNext(await thrownBy(at.post()))).toMatchObject({ todo: 'RETRY' })
    expect(at.effects()).toEqual([])
    await at.clock.advance(300)
    const { id } = await at.post()
    expect(createdBy(at)).toEqual([id])
    expect(at.people.state().videos).toHaveLength(1)
  })

  it('that is published and still reported as upload_complete is requested again, and published once', async () => {
    await using at = await losing(upload, 'replyLost')
    await thrownBy(at.post())
    const [made] = at.people.state().videos
    at.people.setVideoStatus({ id: made?.id ?? '', word: 'upload_complete' })
    const lists = at.faults.add({
      fault: 'status',
      status: 200,
      body: { data: [] },
      path: '/:version/:id/stories',
      count: 'all',
    })
    for (let times = 0; times < 3; times += 1) {
      await at.clock.advance(400)
      expect(whatNext(await thrownBy(at.post()))).toMatchObject({ todo: 'RETRY' })
    }
    lists.remove()
    at.people.setVideoStatus({ id: made?.id ?? '' })
    await at.clock.advance(2 * HOUR)
    const { id } = await at.post()
    expect(createdBy(at)).toEqual([id])
    expect(at.people.state().videos).toHaveLength(1)
  })

  it('whose last request did not arrive, and whose upload was lost since, is uploaded again', async () => {
    await using at = await losing(upload, 'closeBeforeEffect')
    await thrownBy(at.post())
    const [lost] = at.people.state().videos
    at.people.loseUpload({ id: lost?.id ?? '' })
    await at.clock.advance(400)
    const { id } = await at.post()
    expect(createdBy(at)).toEqual([id])
    expect(id).not.toBe(lost?.id)
  })

  it('that failed in processing is reported as failed, and not published again', async () => {
    await using at = await losing(upload, 'replyLost')
    await thrownBy(at.post())
    const [made] = at.people.state().videos
    at.people.failVideo({ id: made?.id ?? '' })
    at.faults.add({ fault: 'status', status: 200, body: { data: [] }, path: '/:version/:id/stories' })
    expect(await at.post()).toMatchObject({ id: made?.id, state: 'FAILED' })
    expect(at.effects()).toHaveLength(1)
  })

  it('that is not shown for a day requires a manual check', async () => {
    await using at = await losing(upload, 'replyLost')
    await thrownBy(at.post())
    at.faults.add({
      fault: 'status',
      status: 200,
      body: { data: [], status: {} },
      method: 'GET',
      count: 'all',
    })
    await at.clock.advance(23 * HOUR)
    expect(whatNext(await thrownBy(at.post()))).toMatchObject({ todo: 'RETRY' })
    await at.clock.advance(2 * HOUR)
    expect(whatNext(await thrownBy(at.post()))).toMatchObject({ todo: 'LOOK_AT_ACCOUNT' })
    expect(at.effects()).toHaveLength(1)
  })
})
