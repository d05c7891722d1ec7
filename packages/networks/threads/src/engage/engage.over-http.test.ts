import {
  NetworkError,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PostGoneError,
} from '@social/core'
import { makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { pendingReplies } from '../read/index.js'
import { approveReply } from './index.js'

const REPOST = { method: 'POST', path: '/v1.0/:id/repost' } as const

/** Publishes a post of Ada with Zoe's reply and Yan's reply to Zoe. Both replies are fetched as updates. */
async function withReplies(options: NonNullable<Parameters<typeof usingEmulator>[0]> = {}) {
  const at = await usingEmulator(options)
  const ada = await at.signIn()
  const { id: post } = await ada.post({ text: 'Cake' })
  const { id: top } = at.people.post({ by: 'zoe', text: 'Lovely', replyTo: post })
  await at.clock.advance(1)
  const { id: nested } = at.people.post({ by: 'yan', text: 'Indeed', replyTo: top })
  const [update, below] = await ada.fetchUpdates()
  if (!update || !below) throw new Error('no updates')
  at.forget()
  return Object.assign(at, {
    ada,
    postId: post,
    top,
    nested,
    update,
    below,
    answer: (to = update, idempotencyKey = 'k') =>
      ada.replyToUpdate(to, 'Thanks', { idempotencyKey }).then(
        () => 'answered' as const,
        (error: unknown) => error,
      ),
    answers: () => at.effects().filter(({ kind }) => kind === 'COMMENT').length,
  })
}

const another = (kind: string, accountId: string) =>
  makeUpdate({
    platform: 'threads',
    connectionId: accountId,
    timestamp: new Date(0),
    id: '1',
    kind,
    postId: '5',
  })

describe('answering', () => {
  // Holds R-0230.
  it('is a post below its parent, once per key', async () => {
    await using at = await withReplies()
    expect([await at.answer(), await at.answer()]).toEqual(['answered', 'answered'])
    expect(await at.answer(at.below, 'other')).toBe('answered')
    expect(at.answers()).toBe(2)
    const texts = (await at.ada.readReplies(at.nested)).map(({ raw }) => raw['text'])
    expect(texts).toEqual(['Thanks'])
  })

  it.each(['replyLost', 'dropMidBody'] as const)('is found when its response was lost: %s', async (fault) => {
    await using at = await withReplies()
    at.faults.add({ method: 'POST', path: '/v1.0/:id/threads_publish', fault })
    expect([await at.answer(), await at.answer()]).toEqual(['answered', 'answered'])
    expect(at.answers()).toBe(1)
  })

  it('that never arrived is sent again with the same container', async () => {
    await using at = await withReplies()
    const path = '/v1.0/:id/threads_publish'
    at.faults.add({ method: 'POST', path, fault: 'status', status: 502 })
    expect(await at.answer()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(60)
    expect(await at.answer()).toBe('answered')
    expect(at.answers()).toBe(1)
  })

  // Holds R-0231, R-0352.
  it('refuses updates other than replies and mentions, and sends nothing', async () => {
    await using at = await withReplies()
    for (const kind of ['POST_PUBLISHED', 'POST_DELETED', 'polls'])
      await expect(at.ada.replyToUpdate(another(kind, at.ada.id), 'x')).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })
})

describe('pending replies', () => {
  it('are read, approved and ignored, despite an outage in between', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { id: post } = await ada.post({ text: 'Ask me', options: { enableReplyApprovals: true } })
    const { id: first } = at.people.post({ by: 'zoe', text: 'May I?', replyTo: post })
    const { id: second } = at.people.post({ by: 'yan', text: 'Spam', replyTo: post })
    const pending = () => ada.run((call) => pendingReplies(post, call))
    const decide = (id: string, approve: boolean) => ada.run((call) => approveReply(id, { approve }, call))
    expect(await pending()).toMatchObject([
      { id: first, text: 'May I?', username: 'zoe', isIgnored: false, writtenAt: at.clock.now() },
      { id: second, text: 'Spam', username: 'yan', isIgnored: false },
    ])
    expect(await ada.readReplies(post)).toEqual([])
    at.faults.add({ fault: 'status', status: 500, method: 'POST', path: '/v1.0/:id/manage_pending_reply' })
    await decide(first, true)
    await decide(second, false)
    expect(await pending()).toMatchObject([{ id: second, isIgnored: true }])
    expect((await ada.readReplies(post)).map(({ postId }) => postId)).toEqual([first])
    await decide(second, true)
    expect(await pending()).toEqual([])
  })

  it('are gone if they do not exist, or under a deleted post', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await expect(ada.run((call) => pendingReplies('5', call))).rejects.toThrow(PostGoneError)
    await expect(ada.run((call) => approveReply('5', { approve: true }, call))).rejects.toThrow(PostGoneError)
  })
})

describe('hiding', () => {
  // Holds R-0232, R-0353.
  it('hides everything below it too, and shows it again, despite an outage in between', async () => {
    await using at = await withReplies()
    at.faults.add({ fault: 'status', status: 500, method: 'POST', path: '/v1.0/:id/manage_reply' })
    await at.ada.setCommentVisibility(at.update)
    const hidden = () =>
      at.people
        .state()
        .posts.filter(({ hidden: isHidden }) => isHidden)
        .map(({ id }) => id)
    expect(hidden()).toEqual([at.top, at.nested])
    await at.ada.setCommentVisibility(at.update, { hidden: false })
    expect(hidden()).toEqual([])
  })

  // Holds R-0233, R-0353, R-0354.
  it('refuses a reply to a reply, a mention, and every deletion, and sends nothing', async () => {
    await using at = await withReplies()
    await expect(at.ada.setCommentVisibility(at.below)).rejects.toThrow(/replies are hidden too/)
    const mention = another('MENTION', at.ada.id)
    await expect(at.ada.setCommentVisibility(mention)).rejects.toThrow(NotSupportedError)
    await expect(at.ada.deleteComment(at.update)).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })
})

describe('reading', () => {
  // Holds R-0214, R-0215, R-0348.
  it('the replies to a post: top level or all', async () => {
    await using at = await withReplies()
    const texts = async (wholeConversation: boolean) =>
      (await at.ada.readReplies(at.postId, { wholeConversation })).map(({ raw }) => raw['text'])
    expect(await texts(false)).toEqual(['Lovely'])
    expect(await texts(true)).toEqual(['Lovely', 'Indeed'])
    // Threads does not mark the last page, so each list takes a second request for an empty page.
    expect(at.requests()).toHaveLength(4)
  })

  it('more than one page of replies, without a URL of the next', async () => {
    await using at = await withReplies()
    for (let count = 0; count < 120; count += 1)
      at.people.post({ by: 'zoe', text: `${count}`, replyTo: at.postId })
    const replies = await at.ada.readReplies(at.postId)
    expect(new Set(replies.map(({ id }) => id)).size).toBe(121)
  })

  // Holds R-0209, R-0355.
  it('likes, replies and reposts of a post, with one request', async () => {
    await using at = await withReplies()
    at.people.setStats({ id: at.postId, likes: 7, reposts: 3 })
    expect(await at.ada.readStats(at.postId)).toMatchObject({
      id: at.postId,
      likes: 7,
      comments: 2,
      shares: 3,
    })
    expect(at.requests()).toHaveLength(1)
  })

  it('nothing for a repost', async () => {
    await using at = await withReplies()
    const { repostId } = await at.ada.repost(at.postId)
    expect(await at.ada.readStats(repostId ?? '')).toMatchObject({
      likes: null,
      comments: null,
      shares: null,
    })
  })

  // Holds R-0107.
  it('name and picture, with one request', async () => {
    await using at = await withReplies()
    expect(await at.ada.profile()).toEqual({
      name: 'adascakes',
      avatarUrl: 'https://scontent.example/adascakes.jpg',
    })
    expect(at.requests()).toHaveLength(1)
  })
})

describe('polling', () => {
  // Holds R-0349.
  it('returns replies of all levels, oldest first, newer than the time', async () => {
    await using at = await withReplies()
    expect(at.update).toMatchObject({
      kind: 'COMMENT_CREATED',
      id: `threads:replies:${at.top}`,
      connectionId: at.ada.id,
      postId: at.top,
      aboutPostId: at.postId,
      threadRootId: at.postId,
      actor: { id: 'zoe', handle: 'zoe' },
    })
    expect(at.below.postId).toBe(at.nested)
    await at.clock.advance(60)
    const since = at.clock.now()
    await at.clock.advance(60)
    at.people.post({ by: 'zoe', text: 'Second', replyTo: at.postId })
    expect((await at.ada.fetchUpdates(since)).map(({ raw }) => raw['text'])).toEqual(['Second'])
  })

  // Holds R-0351.
  it('costs one request and one per recent post, reposts excluded', async () => {
    await using at = await withReplies({ platform: { recentPosts: 25 } })
    for (let count = 0; count < 39; count += 1)
      await at.ada.post({ text: `Post ${count}` }, { idempotencyKey: `${count}` })
    at.forget()
    await at.ada.fetchUpdates()
    expect(at.requests()).toHaveLength(26)
    expect(at.requests()[0]?.query).toMatchObject({ limit: '25' })
    await at.ada.repost(at.postId)
    at.forget()
    await at.ada.fetchUpdates()
    expect(at.requests()).toHaveLength(25)
  })

  it('continues when a post was deleted between two requests', async () => {
    await using at = await withReplies()
    await at.ada.post({ text: 'Another' })
    const gone = { error: { code: 100, error_subcode: 33, message: 'Unsupported get request.' } }
    const path = '/v1.0/:id/conversation'
    at.faults.add({ fault: 'status', status: 400, body: gone, method: 'GET', path })
    expect(await at.ada.fetchUpdates()).toHaveLength(2)
  })
})

describe('reposts and deletions', () => {
  it('reposts once for repeated calls', async () => {
    await using at = await withReplies()
    const first = await at.ada.repost(at.postId)
    expect(await at.ada.repost(at.postId)).toMatchObject({ repostId: first.repostId })
    // Only one repost exists in addition to the post itself.
    expect(at.effects().map(({ id }) => id)).toEqual([at.postId, first.repostId])
  })

  it('is not repeated automatically when its response was lost, and is found by the next call', async () => {
    await using at = await withReplies()
    at.faults.add({ ...REPOST, fault: 'replyLost' })
    await expect(at.ada.repost(at.postId)).rejects.toThrow(NetworkError)
    expect(at.requests().filter(({ path }) => path.endsWith('/repost'))).toHaveLength(1)
    expect((await at.ada.repost(at.postId)).repostId).toMatch(/^\d+$/)
    expect(at.requests().filter(({ path }) => path.endsWith('/repost'))).toHaveLength(1)
  })

  it('refuses a missing post, and the removal of a repost', async () => {
    await using at = await withReplies()
    await expect(at.ada.repost('1')).rejects.toThrow(PostGoneError)
    at.forget()
    await expect(at.ada.undoRepost(at.postId)).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })

  it('deletes an own post once', async () => {
    await using at = await withReplies()
    await at.ada.deletePost(at.postId)
    await expect(at.ada.deletePost(at.postId)).rejects.toThrow(PostGoneError)
    await expect(at.ada.deletePost(at.top)).rejects.toThrow(PostGoneError)
  })

  it('treats an own post as deleted when the response was lost', async () => {
    await using at = await withReplies()
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })
    await at.ada.deletePost(at.postId)
    await expect(at.ada.deletePost(at.postId)).rejects.toThrow(PostGoneError)
  })

  it('does not treat a post of another user as deleted when the response was lost', async () => {
    await using at = await withReplies()
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })
    await expect(at.ada.deletePost(at.top)).rejects.toThrow(NotAllowedError)
  })

  it('reports the missing feature of an account', async () => {
    await using at = await usingEmulator()
    const bo = await at.signIn('bo')
    const posting = bo.post({ text: 'Hi', options: { allowlistedCountryCodes: ['US'] } })
    await expect(posting).rejects.toThrow(NotAllowedError)
  })
})
