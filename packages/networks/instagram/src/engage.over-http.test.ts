import { servingFiles } from '@social-internal/meta-tests/served-files'
import {
  InvalidPostError,
  NetworkError,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PostGoneError,
  type Update,
} from '@social/core'
import { makePerson, makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { replyPrivately } from './engage.js'
import { readPermalink } from './read/index.js'

/** Publishes a picture of Ada with a comment by Bo. Returns the update about the comment. */
async function withComment(options: NonNullable<Parameters<typeof usingEmulator>[0]> = {}) {
  const files = await servingFiles()
  const at = await usingEmulator(options)
  const ada = await at.signIn()
  const { id: media } = await ada.post({ text: 'Cake', media: [files.picture()] })
  const { id: comment } = at.people.comment({ by: 'bo', on: media, text: 'Lovely' })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  at.forget()
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    ada,
    media,
    comment,
    update,
    answer: (text = 'Thanks', idempotencyKey = 'k') =>
      ada.replyToUpdate(update, text, { idempotencyKey }).then(
        () => 'answered' as const,
        (error: unknown) => error,
      ),
    answers: () => at.effects().filter(({ kind }) => kind === 'COMMENT').length,
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
    },
  })
}

const REPLIES = { method: 'POST', path: '/v26.0/:id/replies' } as const

describe('a reply to a comment', () => {
  it('is one request per key', async () => {
    await using at = await withComment()
    expect([await at.answer(), await at.answer()]).toEqual(['answered', 'answered'])
    expect(at.requests()).toHaveLength(1)
    expect(at.answers()).toBe(1)
  })

  it.each(['replyLost', 'dropMidBody'] as const)('is found when its response was lost: %s', async (fault) => {
    await using at = await withComment()
    at.faults.add({ ...REPLIES, fault })
    expect([await at.answer(), await at.answer()]).toEqual(['answered', 'answered'])
    expect(at.answers()).toBe(1)
  })

  it('that never arrived remains unknown, and is never sent again automatically', async () => {
    await using at = await withComment()
    at.faults.add({ ...REPLIES, fault: 'status', status: 502 })
    expect(await at.answer()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(3600)
    expect(await at.answer()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(at.answers()).toBe(0)
  })

  it("that never arrived is not confused with another text, or with another user's reply", async () => {
    await using at = await withComment()
    await at.answer('Welcome', 'other words')
    at.people.comment({ by: 'zoe', on: at.media, text: 'Thanks', answering: at.comment })
    at.faults.add({ ...REPLIES, fault: 'closeBeforeEffect' })
    expect(await at.answer()).toBeInstanceOf(OutcomeUnknownError)
    expect(at.answers()).toBe(1)
  })

  it('refuses an update that is not a comment', async () => {
    await using at = await withComment()
    const facts = { platform: 'instagram', connectionId: at.ada.id, timestamp: new Date() }
    const other = makeUpdate({ ...facts, id: '1', kind: 'MENTION', postId: '5' })
    await expect(at.ada.replyToUpdate(other, 'x')).rejects.toThrow(NotSupportedError)
    await expect(at.ada.replyToUpdate(other, 'x')).rejects.toMatchObject({ platform: 'instagram' })
    await expect(at.ada.deleteComment(other)).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })
})

const MESSAGES = { method: 'POST', path: '/v26.0/:id/messages' } as const

const send = ({ ada }: Awaited<ReturnType<typeof withComment>>, update: Update, text = 'Hello') =>
  ada.run((call) => replyPrivately(update, text, call))

describe('a private reply to a comment', () => {
  it('is one request, and one message per comment', async () => {
    await using at = await withComment()
    const sent = await send(at, at.update, 'Hello é'.padEnd(999, '!'))
    const [kept] = at.people.state().privateReplies
    expect(kept).toMatchObject({ id: sent.id, to: sent.personId, commentId: at.comment })
    expect(sent.raw).toMatchObject({ message_id: sent.id })
    expect(at.requests()).toHaveLength(1)
    await expect(send(at, at.update)).rejects.toThrow(/already has a private reply.*one private reply/)
    expect(at.people.state().privateReplies).toHaveLength(1)
  })

  it('whose response was lost is not sent again automatically, and a second is refused', async () => {
    await using at = await withComment()
    at.faults.add({ ...MESSAGES, fault: 'replyLost' })
    await expect(send(at, at.update)).rejects.toThrow(NetworkError)
    expect(at.requests()).toHaveLength(1)
    await expect(send(at, at.update)).rejects.toThrow(NotAllowedError)
    expect(at.effects().filter(({ kind }) => kind === 'MESSAGE')).toHaveLength(1)
  })

  it('is refused before a request: too long, empty, to itself, not a comment, after seven days', async () => {
    await using at = await withComment()
    const facts = { platform: 'instagram', connectionId: at.ada.id, timestamp: at.clock.now() }
    const mention = makeUpdate({ ...facts, id: '1', kind: 'MENTION', postId: '5' })
    const actor = makePerson({ id: at.ada.id.replace('instagram:', '') })
    const own = makeUpdate({ ...facts, id: '2', kind: 'COMMENT_CREATED', postId: '5', actor })
    await expect(send(at, at.update, 'é'.repeat(501))).rejects.toThrow(InvalidPostError)
    await expect(send(at, at.update, ' ')).rejects.toThrow(InvalidPostError)
    await expect(send(at, own)).rejects.toThrow(InvalidPostError)
    await expect(send(at, mention)).rejects.toThrow(NotSupportedError)
    await at.clock.advance(7 * 86_400 + 60)
    await expect(send(at, at.update)).rejects.toThrow(/older than 7 days/)
    expect(at.requests()).toEqual([])
  })

  it('reports a person who cannot receive messages, and the missing permission', async () => {
    await using at = await withComment()
    at.people.refuse({ on: 'POST messages', with: 'PRIVATE_REPLY_REFUSED' })
    await expect(send(at, at.update)).rejects.toThrow(/cannot receive messages/)
    at.people.removePermission({ person: 'adascakes', permission: 'instagram_business_manage_comments' })
    await expect(send(at, at.update)).rejects.toMatchObject({ needs: 'instagram_business_manage_comments' })
  })
})

describe('hiding and deleting', () => {
  it('hides a comment and shows it again, despite an outage in between', async () => {
    await using at = await withComment()
    at.faults.add({ fault: 'status', status: 500, method: 'POST', path: '/v26.0/:id' })
    await at.ada.setCommentVisibility(at.update)
    const hidden = () => at.people.state().comments.find(({ id }) => id === at.comment)?.hidden
    expect(hidden()).toBe(true)
    await at.ada.setCommentVisibility(at.update, { hidden: false })
    expect(hidden()).toBe(false)
  })

  it('deletes a comment', async () => {
    await using at = await withComment()
    await at.ada.deleteComment(at.update)
    expect(at.people.state().comments).toEqual([])
  })

  it('treats a comment as deleted when the response was lost', async () => {
    await using at = await withComment()
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })
    await at.ada.deleteComment(at.update)
    expect(at.people.state().comments).toEqual([])
    await expect(at.ada.deleteComment(at.update)).rejects.toThrow(PostGoneError)
  })
})

describe('reading', () => {
  it('the replies to a post: top level or all', async () => {
    await using at = await withComment()
    at.people.comment({ by: 'ada2', on: at.media, text: 'Yes', answering: at.comment })
    const texts = async (wholeConversation: boolean) =>
      (await at.ada.readReplies(at.media, { wholeConversation })).map(({ raw }) => raw['text'])
    expect(await texts(false)).toEqual(['Lovely'])
    expect(await texts(true)).toEqual(['Lovely', 'Yes'])
  })

  it('are oldest first', async () => {
    await using at = await withComment()
    await at.clock.advance(60)
    at.people.comment({ by: 'zoe', on: at.media, text: 'Later' })
    const replies = await at.ada.readReplies(at.media)
    expect(replies.map(({ raw }) => raw['text'])).toEqual(['Lovely', 'Later'])
  })

  it('the limits of an account, with the remaining posts of the day', async () => {
    await using at = await withComment()
    expect(await at.ada.limits()).toMatchObject({
      maxTextLength: 2200,
      textCountedIn: 'CHARACTERS',
      maxImages: 10,
      maxImageBytes: 8_388_608,
      maxVideos: 10,
      maxVideoBytes: 314_572_800,
      postsLeftToday: 99,
    })
  })

  it('likes and comments of a post', async () => {
    await using at = await withComment()
    at.people.setLikes({ id: at.media, likes: 7 })
    expect(await at.ada.readStats(at.media)).toMatchObject({
      id: at.media,
      likes: 7,
      comments: 1,
      shares: null,
    })
  })

  it('name and picture', async () => {
    await using at = await withComment()
    expect((await at.ada.profile()).name).toBe('adascakes')
  })

  it('the comments on the latest posts, one request for each', async () => {
    await using at = await withComment({ platform: { recentPosts: 2 } })
    await using files = await servingFiles()
    for (const text of ['Second', 'Third']) {
      const { id } = await at.ada.post({ text, media: [files.picture()] })
      at.people.comment({ by: 'zoe', on: id, text })
    }
    at.forget()
    const updates = await at.ada.fetchUpdates()
    expect(new Set(updates.map(({ raw }) => raw['text']))).toEqual(new Set(['Second', 'Third']))
    expect(at.requests()).toHaveLength(3)
    expect(at.requests()[0]?.query).toEqual({ fields: 'id', limit: '2' })
  })

  it('continues when a post was deleted between two requests', async () => {
    await using at = await withComment()
    const gone = { error: { message: 'Gone.', type: 'GraphMethodException', code: 100, error_subcode: 33 } }
    at.faults.add({ fault: 'status', status: 400, body: gone, path: '/v26.0/:id/comments' })
    expect(await at.ada.fetchUpdates()).toEqual([])
    at.faults.add({ fault: 'status', status: 403, path: '/v26.0/:id/comments' })
    await expect(at.ada.fetchUpdates()).rejects.toThrow(NotAllowedError)
  })

  it('only comments newer than the time', async () => {
    await using at = await withComment()
    await at.clock.advance(60)
    const since = at.clock.now()
    await at.clock.advance(60)
    at.people.comment({ by: 'bo', on: at.media, text: 'Second' })
    expect((await at.ada.fetchUpdates(since)).map(({ raw }) => raw['text'])).toEqual(['Second'])
  })
})

it('an own reply is deleted. Instagram cannot edit it, which is refused by name', async () => {
  await using at = await withComment()
  const id = (await at.ada.replyToUpdate(at.update, 'Thanks')) ?? ''
  await at.ada.deleteReply(at.update, id)
  expect(
    (await at.ada.readReplies(at.media, { wholeConversation: true })).map(({ postId }) => postId),
  ).toEqual([at.comment])
  expect(at.ada.can('editReply')).toBe(false)
  // @ts-expect-error The compiler refuses it too.
  await expect(at.ada.editReply(at.update, id, 'x')).rejects.toThrow('editing a reply to an update')
})

it('the URL of a post is read after its publication', async () => {
  await using at = await withComment()
  const url = await at.ada.run((call) => readPermalink(at.media, call))
  expect(url).toMatch(/^https:\/\/www\.instagram\.com\/p\//)
  expect(at.requests()).toMatchObject([{ query: { fields: 'id,permalink' } }])
  await expect(at.ada.run((call) => readPermalink('99', call))).rejects.toThrow(PostGoneError)
})

describe('a first comment', () => {
  it('is published below the post under the same key, once', async () => {
    await using files = await servingFiles()
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const draft = { text: 'Cake', media: [files.picture()], firstComment: 'Recipe below' }
    const first = await ada.post(draft, { idempotencyKey: 'k' })
    expect(first.firstComment).toMatchObject({ state: 'DONE' })
    expect((await ada.post(draft, { idempotencyKey: 'k' })).firstComment).toEqual(first.firstComment)
    expect(at.effects().filter(({ kind }) => kind === 'COMMENT')).toHaveLength(1)
    expect(await ada.readReplies(first.id)).toMatchObject([
      { postId: first.firstComment?.id, parentId: first.id, text: 'Recipe below', isOwn: true },
    ])
  })
})

it('a comment whose response was lost is found below the media', async () => {
  await using at = await withComment()
  at.faults.add({ method: 'POST', path: '/v26.0/:id/comments', fault: 'replyLost' })
  const comment = () => at.ada.comment(at.media, 'Recipe', { idempotencyKey: 'c' })
  await comment()
  await comment()
  expect(at.answers()).toBe(1)
})
