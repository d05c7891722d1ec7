import {
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  OutcomeUnknownError,
  userMessageOf,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS } from '../__fixtures__/videos.js'
import { SCOPES } from '../errors/index.js'

const INSERT = 'POST /youtube/v3/commentThreads'
const LIST = 'GET /youtube/v3/commentThreads'
const lost = { fault: 'replyLost', path: '/youtube/v3/commentThreads', method: 'POST' } as const

/** Uploads a video of Ada that is processed. */
async function withVideo({ madeForKids }: { readonly madeForKids: boolean } = OPTIONS) {
  const at = await usingEmulator()
  const ada = await at.signIn()
  const options = { ...OPTIONS, madeForKids }
  const { id } = await ada.post({ media: [aVideoOf(10).media], options })
  at.people.finishProcessing({})
  at.forget()
  const texts = () => at.people.state().comments.map(({ text }) => text)
  return Object.assign(at, { ada, videoId: id, texts })
}

/** Replies to a comment of another user. */
async function withReply() {
  const at = await withVideo()
  const top = at.people.comment({ by: 'Grace', on: at.videoId, text: 'Which flour?' })
  const [update] = await at.ada.fetchUpdates()
  if (!update) throw new Error('no update')
  const replyId = (await at.ada.replyToUpdate(update, 'Rye')) ?? ''
  at.forget()
  const shown = () => at.people.state().comments.find(({ id }) => id === replyId)?.text
  return Object.assign(at, { update, top, replyId, shown })
}

describe('a comment under a video of the channel', () => {
  it('is one request per key, and costs 50 units', async () => {
    await using at = await withVideo()
    const write = () => at.ada.comment(at.videoId, 'Recipe below', { idempotencyKey: 'k' })

    const id = await write()

    expect(await write()).toBe(id)
    expect(at.people.state().comments).toMatchObject([
      { id, videoId: at.videoId, parentId: null, text: 'Recipe below', authorId: at.ada.id.slice(8) },
    ])
    expect(at.counts()).toEqual({ [INSERT]: 1 })
    expect(at.ada.usage).toMatchObject({ units: 50 })
  })

  it('is found by its key when its response was lost, and returns its id', async () => {
    await using at = await withVideo()
    at.people.comment({ by: 'Bo', on: at.videoId, text: 'Recipe below' })
    at.faults.add(lost)

    const id = await at.ada.comment(at.videoId, 'Recipe below', { idempotencyKey: 'k' })

    expect(at.people.state().comments.at(-1)?.id).toBe(id)
    expect(at.texts()).toHaveLength(2)
    expect(at.counts()).toEqual({ [INSERT]: 1, [LIST]: 1 })
    expect(at.requests().at(-1)?.query).toMatchObject({ videoId: at.videoId, order: 'time' })
  })

  it('that never arrived remains unknown, and is not sent again', async () => {
    await using at = await withVideo()
    at.faults.add({ ...lost, fault: 'closeBeforeEffect' })

    const writing = at.ada.comment(at.videoId, 'Recipe below', { idempotencyKey: 'k' })

    await expect(writing).rejects.toThrow(OutcomeUnknownError)
    expect(at.texts()).toEqual([])
  })

  it('names the reason if comments are disabled', async () => {
    await using at = await withVideo({ madeForKids: true })

    const error = await at.ada.comment(at.videoId, 'x').catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotAllowedError)
    expect(error).toMatchObject({ reason: 'COMMENTS_OFF' })
    expect(userMessageOf(error, { language: 'de' })).toContain('YouTube Studio')
  })
})

describe('a first comment', () => {
  it('waits until YouTube processed the video, and is added once by the same key', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = {
      text: 'Bread',
      firstComment: 'Recipe below',
      media: [aVideoOf(10).media],
      options: OPTIONS,
    }
    const publish = () => ada.post(post, { idempotencyKey: 'k' })

    expect(await publish()).toMatchObject({
      state: 'PROCESSING',
      firstComment: { state: 'PENDING', id: null },
    })
    at.people.finishProcessing({})
    const { firstComment } = await publish()

    expect(firstComment).toMatchObject({ state: 'DONE', id: at.people.state().comments[0]?.id })
    expect((await publish()).firstComment).toEqual(firstComment)
    expect(at.people.state().comments).toHaveLength(1)
    expect(at.videos()).toHaveLength(1)
  })

  it('is refused before the upload if its scope is missing', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('Ada', [SCOPES.upload, SCOPES.read])

    const posting = ada.post({ firstComment: 'x', media: [aVideoOf(10).media], options: OPTIONS })

    await expect(posting).rejects.toThrow(MissingPermissionError)
    expect(at.counts()).toEqual({})
  })
})

describe('an own reply', () => {
  it('is edited, also when its first response was lost, and the edit can be repeated', async () => {
    await using at = await withReply()
    at.faults.add({ fault: 'replyLost', path: '/youtube/v3/comments', method: 'PUT' })

    await at.ada.editReply(at.update, at.replyId, 'Rye, 70 %')

    expect(at.shown()).toBe('Rye, 70 %')
    await at.ada.editReply(at.update, at.replyId, 'Rye, 70 %')
    expect(at.counts()).toEqual({ 'PUT /youtube/v3/comments': 3 })
  })

  it('is deleted once', async () => {
    await using at = await withReply()

    await at.ada.deleteReply(at.update, at.replyId)

    expect(at.texts()).toEqual(['Which flour?'])
    await expect(at.ada.deleteReply(at.update, at.replyId)).rejects.toThrow(NotFoundError)
    await expect(at.ada.editReply(at.update, at.replyId, 'x')).rejects.toThrow(NotFoundError)
  })

  it('is refused for a comment of another user', async () => {
    await using at = await withReply()

    await expect(at.ada.editReply(at.update, at.top.id, 'x')).rejects.toThrow(NotAllowedError)
    await expect(at.ada.deleteReply(at.update, at.top.id)).rejects.toThrow(NotAllowedError)
    expect(at.texts()).toEqual(['Which flour?', 'Rye'])
  })

  it('of another network is refused, with a message for people', async () => {
    await using at = await withReply()
    const foreign = { ...at.update, raw: {}, envelope: {}, platform: 'mastodon' }

    const error = await at.ada.editReply(foreign, at.replyId, 'x').catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error).toMatchObject({ reason: 'UPDATE_NOT_A_COMMENT' })
    await expect(at.ada.deleteReply(foreign, at.replyId)).rejects.toThrow(NotSupportedError)
    expect(at.counts()).toEqual({})
  })
})

describe('the scope of comments', () => {
  it('is checked before any request', async () => {
    await using at = await withReply()
    const narrow = await at.signIn('Ada', [SCOPES.upload, SCOPES.read])
    const own = { ...at.update, raw: {}, envelope: {}, isOwn: true }

    for (const work of [
      narrow.replyToUpdate(at.update, 'x'),
      narrow.comment(at.videoId, 'x'),
      narrow.editReply(at.update, at.replyId, 'x'),
      narrow.deleteReply(at.update, at.replyId),
      narrow.setCommentVisibility(at.update),
      narrow.deleteComment(own),
    ]) {
      await expect(work).rejects.toThrow(MissingPermissionError)
      await expect(work).rejects.toMatchObject({ needs: SCOPES.comments, platform: 'youtube' })
    }
    expect(at.counts()).toEqual({})
  })
})
