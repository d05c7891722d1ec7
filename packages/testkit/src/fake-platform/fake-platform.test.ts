import {
  describeOptions,
  InvalidPostError,
  makePostFailure,
  NotFoundError,
  NotSupportedError,
  PostGoneError,
  type PostInput,
  RateLimitError,
  withInfo,
} from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { aPost, aReceipt } from '../builders/content.js'
import { aPicture, aVideo } from '../builders/media.js'
import { aCall } from '../calls/a-call.js'
import { aPublishCall } from '../calls/a-publish-call.js'
import { RecordingTransport } from '../transport/recording-transport.js'
import { callOf, publishCallOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

describe('publishing on a fake platform', () => {
  it('numbers posts, and keeps what was published', async () => {
    const platform = new FakePlatform()
    const first = await platform.publish(aPost({ text: 'one' }), publishCallOf(platform))
    const second = await platform.publish(
      aPost({ text: 'two', media: [aVideo()] }),
      publishCallOf(platform, 'k2'),
    )

    expect(first).toMatchObject({
      id: '1',
      url: 'https://fake.example/p/1',
      state: 'DONE',
      idempotencyKey: 'key-1',
    })
    expect(second.id).toBe('2')
    expect(platform.published).toMatchObject([
      { connectionId: 'fake:42', post: { text: 'one' }, postId: '1', idempotencyKey: 'key-1' },
      { post: { text: 'two' }, postId: '2', idempotencyKey: 'k2' },
    ])
    expect(await platform.readPost('1', callOf(platform))).toMatchObject({ text: 'one', isMine: true })
  })

  it('saves the visible step first', async () => {
    const platform = new FakePlatform()
    const stopped = new Error('stopped')
    const call = aPublishCall({
      platform,
      onCheckpoint: () => {
        throw stopped
      },
    })

    await expect(platform.publish(aPost(), call)).rejects.toBe(stopped)
    expect(platform.published).toEqual([])
  })

  it('checks the post like every platform', async () => {
    const platform = new FakePlatform({ features: ['POST_IMAGE'] })
    const publish = (post: PostInput) => platform.publish(aPost(post), publishCallOf(platform))

    await expect(publish({ text: 'a'.repeat(301), media: [aPicture()] })).rejects.toThrow(InvalidPostError)
    await expect(publish({ text: 'words' })).rejects.toThrow(NotSupportedError)
    await expect(publish({ media: [aVideo()] })).rejects.toThrow(NotSupportedError)
    await expect(publish({ media: [aPicture()], publishAt: new Date(), replyTo: '1' })).rejects.toThrow(
      NotSupportedError,
    )
    expect(platform.published).toEqual([])
  })

  it('throws the configured error after the checks', async () => {
    const publishFailsWith = new RateLimitError('slow down', { retryAfter: 5 })
    const platform = new FakePlatform({ publishFailsWith })

    await expect(platform.publish(aPost(), publishCallOf(platform))).rejects.toBe(publishFailsWith)
    await expect(platform.publish(aPost({ text: 'a'.repeat(301) }), publishCallOf(platform))).rejects.toThrow(
      InvalidPostError,
    )
  })

  it('returns SCHEDULED for a post with a publish time', async () => {
    const platform = new FakePlatform({ features: ['POST_TEXT', 'SCHEDULE'] })
    const post = aPost({ publishAt: '2030-01-01T00:00:00Z' })

    expect(await platform.publish(post, publishCallOf(platform))).toMatchObject({
      state: 'SCHEDULED',
      isDone: false,
    })
  })

  it('sends requests with sendsRequests, and uses the id of the reply', async () => {
    const platform = new FakePlatform({ sendsRequests: true })
    const transport = new RecordingTransport({ 'POST /posts': { id: 77 } })
    const call = aPublishCall({ platform, transport, connection: platform.connection() })

    expect(await platform.publish(aPost({ text: 'hi' }), call)).toMatchObject({ id: '77' })
    expect(transport.requests).toMatchObject([
      {
        url: 'https://fake.example/posts',
        json: { text: 'hi' },
        headers: { authorization: 'Bearer fake-access' },
      },
    ])
  })

  it('returns the given states, one per call, and repeats the last one', async () => {
    const platform = new FakePlatform({ states: ['PROCESSING', 'DONE'] })
    const states = []
    for (let asked = 0; asked < 3; asked += 1)
      states.push((await platform.checkState('9', callOf(platform))).state)

    expect(states).toEqual(['PROCESSING', 'DONE', 'DONE'])
    expect(platform.stateAsked[0]).toEqual({ connectionId: 'fake:42', postId: '9' })
  })

  it('finds a post whose response was lost by its key, with findsLostPosts', async () => {
    const platform = new FakePlatform({ findsLostPosts: true })
    await platform.publish(aPost(), publishCallOf(platform))
    const found = aReceipt({ step: 'FINISH', data: { idempotencyKey: 'key-1' } })
    const lost = aReceipt({ step: 'FINISH', data: { idempotencyKey: 'key-2' } })

    expect(await platform.reconcile(found, callOf(platform))).toMatchObject({
      state: 'FOUND',
      result: { id: '1' },
    })
    expect(await platform.reconcile(lost, callOf(platform))).toEqual({ state: 'NOT_PUBLISHED' })
  })

  it('deletes what it published, and nothing else', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    await platform.publish(aPost(), publishCallOf(platform))
    await platform.deletePost('1', callOf(platform))

    expect(platform.deleted).toEqual(['1'])
    await expect(platform.deletePost('1', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.deletePost('post-1', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.readPost('1', callOf(platform))).rejects.toThrow(PostGoneError)
  })

  it('keeps one account from seeing the posts of another as its own', async () => {
    const platform = new FakePlatform()
    await platform.publish(aPost(), publishCallOf(platform))
    const other = aCall({ platform, connection: platform.connection({ accountId: '43' }) })

    expect(await platform.readPost('1', other)).toMatchObject({ isMine: false, author: { id: '42' } })
  })
})

describe('what a test can set for forms and failures', () => {
  it('is the schema of the post options, with labels', () => {
    const label = { en: 'Board', de: 'Board' }
    const postOptions = v.strictObject({ boardId: v.optional(withInfo(v.string(), { label })) })

    const [option] = describeOptions(new FakePlatform({ postOptions }).postOptions)

    expect(option).toMatchObject({ name: 'boardId', info: { label } })
  })

  it('is the failure of a post, with a default', async () => {
    const failure = makePostFailure({ reason: 'COPYRIGHT', message: 'Copyright.', network: 'Fake' })
    for (const [given, code] of [
      [failure, 'COPYRIGHT'],
      [undefined, 'UNKNOWN'],
    ] as const) {
      const platform = new FakePlatform({ states: ['FAILED'], failure: given })
      expect(await platform.checkState('1', callOf(platform))).toMatchObject({
        state: 'FAILED',
        failure: { code },
      })
    }
  })
})
