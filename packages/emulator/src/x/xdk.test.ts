import { Client, type ClientConfig } from '@xdevplatform/xdk'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { sampleMp4 } from '../framework/files/samples.js'
import { type Emulator, startEmulator } from '../start-emulator.js'
import { type XModule, xNetwork } from './module.js'

let emulator: Emulator<[XModule]>

beforeEach(async () => {
  emulator = await startEmulator({
    networks: [xNetwork({ mentionsDelaySeconds: 0, searchDelaySeconds: 0, timelineDelaySeconds: 0 })],
  })
})
afterEach(() => emulator.close())

function clientOf(person: string, more: ClientConfig = {}): Client {
  const { accessToken } = emulator.control.x.signIn({ person })
  return new Client({ baseUrl: emulator.url('x'), accessToken, retry: false, ...more })
}

it('lets the official client read its user, post, search, reply and delete', async () => {
  const client = clientOf('ada')
  const me = await client.users.getMe({ userFields: ['profile_image_url'] })
  const root = await client.posts.create({ text: 'From the official client' })
  const answer = await client.posts.create({
    text: 'And an answer',
    reply: { inReplyToTweetId: String(root.data?.id) },
  })

  const read = await client.posts.getById(String(answer.data?.id), {
    postFields: ['created_at', 'conversation_id', 'public_metrics'],
    expansions: ['author_id', 'referenced_posts'],
  })
  const found = await client.posts.searchRecent(`conversation_id:${root.data?.id}`, { maxResults: 10 })
  const gone = await client.posts.delete(String(answer.data?.id))

  expect(me.data).toMatchObject({ username: 'ada', profileImageUrl: expect.any(String) })
  expect(read).toMatchObject({
    data: {
      conversationId: root.data?.id,
      authorId: me.data?.id,
      referencedPosts: [{ id: root.data?.id }],
    },
    includes: { users: [{ username: 'ada' }], posts: [{ id: root.data?.id }] },
  })
  expect(found.data?.map(({ id }) => id)).toEqual([answer.data?.id, root.data?.id])
  expect(gone.data).toEqual({ deleted: true })
})

it('lets it upload a video in pieces, wait, describe and post it', async () => {
  const client = clientOf('ada')
  const file = sampleMp4(3000)
  const begun = await client.media.initializeUpload({
    mediaType: 'video/mp4',
    totalBytes: 3000,
    mediaCategory: 'tweet_video',
  })
  const id = String(begun.data?.id)
  for (const [index, from] of [0, 2000].entries()) {
    const media = Buffer.from(file.subarray(from, from + 2000)).toString('base64')
    await client.media.appendUpload(id, { media, segmentIndex: index })
  }
  const finalized = await client.media.finalizeUpload(id)
  emulator.clock.advance(10)
  const status = await client.media.getUploadStatus(id, { command: 'STATUS' })
  await client.media.createMetadata({ id, metadata: { altText: { text: 'A film' } } })

  const made = await client.posts.create({ media: { mediaIds: [id] } })

  expect(finalized.data).toMatchObject({ processingInfo: { state: 'pending' } })
  expect(status.data).toMatchObject({ processingInfo: { state: 'succeeded' } })
  expect(emulator.control.x.state().posts).toMatchObject([{ id: made.data?.id, mediaIds: [id] }])
})

it('lets it page mentions and send messages, and returns the reason of a refusal', async () => {
  const client = clientOf('ada')
  const me = String((await client.users.getMe()).data?.id)
  const bo = String((await client.users.getByUsername('bo')).data?.id)
  for (let index = 0; index < 7; index += 1) emulator.control.x.post({ by: 'bo', text: `@ada ${index}` })

  const first = await client.users.getMentions(me, { maxResults: 5, postFields: ['created_at'] })
  const second = await client.users.getMentions(me, {
    maxResults: 5,
    paginationToken: String(first.meta?.nextToken),
  })
  const sent = await client.directMessages.createByParticipantId(bo, { text: 'Psst' })
  const refused = client.posts.create({ text: 'a', quoteTweetId: String(first.data?.[0]?.id) })

  expect([first.data?.length, second.data?.length]).toEqual([5, 2])
  expect(sent.data).toMatchObject({ dmConversationId: expect.stringContaining(bo) })
  await expect(refused).rejects.toMatchObject({ status: 403 })
})
