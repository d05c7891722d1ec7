import { InvalidPostError, NotSupportedError, OutcomeUnknownError, PostGoneError } from '@social/core'
import { makeUpdate, type Update } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const REPLY = 'POST /open_api/v1.3/business/comment/reply/create/'
const REPLIES = 'GET /open_api/v1.3/business/comment/reply/list/'
const REPLY_PATH = '/open_api/v1.3/business/comment/reply/create/'

/** Creates an update for a comment by Bo on a video of Ada. */
async function withComment(by = 'bo') {
  const at = await usingEmulator()
  const ada = await at.signIn()
  const video = at.network.addVideo({ person: 'ada', secondsAgo: 100 })
  const comment = at.network.comment({ by, video: video.id, text: 'Lovely!', secondsAgo: 10 })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  at.forget()
  return Object.assign(at, {
    ada,
    update,
    video: video.id,
    comment: comment.id,
    reply: (text = 'Thanks!', idempotencyKey = 'k') =>
      ada.replyToUpdate(update, text, { idempotencyKey }).then(
        () => 'replied' as const,
        (error: unknown) => error,
      ),
    replies: () =>
      at.network
        .state()
        .comments.filter(({ parentId }) => parentId === comment.id)
        .map(({ text }) => text),
  })
}

describe('a reply to a comment', () => {
  // Holds R-0230, R-0470.
  it('takes one request, and is sent once per key', async () => {
    await using at = await withComment()
    expect([await at.reply(), await at.reply()]).toEqual(['replied', 'replied'])
    expect(at.counts()).toEqual({ [REPLY]: 1 })
    expect(at.replies()).toEqual(['Thanks!'])
  })

  it('refuses 1,201 characters before any request', async () => {
    await using at = await withComment()
    expect(await at.reply('🙂'.repeat(1201))).toBeInstanceOf(InvalidPostError)
    expect(at.requests()).toEqual([])
    expect(await at.reply('🙂'.repeat(1200))).toBe('replied')
  })

  it('fails with PostGoneError for a deleted comment', async () => {
    await using at = await withComment()
    at.network.deleteComment({ id: at.comment })
    expect(await at.reply()).toBeInstanceOf(PostGoneError)
  })

  it.each(['replyLost', 'dropMidBody'] as const)('is found when its response was lost: %s', async (fault) => {
    await using at = await withComment()
    at.faults.add({ fault, path: REPLY_PATH, method: 'POST' })
    expect([await at.reply(), await at.reply()]).toEqual(['replied', 'replied'])
    expect(at.counts()[REPLY]).toBe(1)
    expect(at.replies()).toEqual(['Thanks!'])
  })

  it('is searched on the next page, unless TikTok returns the same page again', async () => {
    await using at = await withComment()
    at.faults.add({ fault: 'replyLost', path: REPLY_PATH, method: 'POST' })
    // The first search reads two empty pages. The second search reads one empty page, then the
    // correct pages.
    const body = { code: 0, message: 'OK', data: { has_more: true, cursor: '0', comments: [] } }
    const path = '/open_api/v1.3/business/comment/reply/list/'
    at.faults.add({ fault: 'status', status: 200, path, method: 'GET', count: 3, body })

    expect(await at.reply()).toBe('replied')
    expect(at.counts()).toEqual({ [REPLY]: 1, [REPLIES]: 4 })
  })

  it.each([500, 502, 504])('is searched after status %d', async (status) => {
    await using at = await withComment()
    at.faults.add({ fault: 'status', status, path: REPLY_PATH, method: 'POST' })
    const error = await at.reply()
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ retryAfter: 60 })
    await at.clock.advance(3700)
    expect(await at.reply()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(at.counts()[REPLY]).toBe(1)
    expect(at.counts()[REPLIES]).toBeGreaterThan(1)
  })

  it.each([50_000, 51_305, 60_001])(
    'is ambiguous after a failure of TikTok with status 200: %d',
    async (code) => {
      await using at = await withComment()
      at.network.refuseNext({ code, path: 'reply/create', afterEffect: true })
      expect(await at.reply()).toBe('replied')
      expect(at.counts()[REPLY]).toBe(1)
      expect(at.replies()).toEqual(['Thanks!'])
    },
  )

  it.each([
    ['a page', '<html>'],
    ['a response without a comment id', { code: 0, message: 'OK', data: {} }],
  ])('is ambiguous after %s instead of a response', async (_what, body) => {
    await using at = await withComment()
    at.faults.add({ fault: 'status', status: 200, body, path: REPLY_PATH, method: 'POST' })
    expect(await at.reply()).toBeInstanceOf(OutcomeUnknownError)
    expect(at.counts()[REPLY]).toBe(1)
  })

  it('is ambiguous when the search is refused', async () => {
    await using at = await withComment()
    at.faults.add({ fault: 'replyLost', path: REPLY_PATH, method: 'POST' })
    at.network.refuseNext({ code: 40_007, path: 'reply/list' })
    expect(await at.reply()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(120)
    expect(await at.reply()).toBe('replied')
    expect(at.replies()).toEqual(['Thanks!'])
  })

  it('is not mistaken for an older reply with the same text, or for another account’s reply', async () => {
    await using at = await withComment()
    at.network.comment({ by: 'ada', video: at.video, to: at.comment, text: 'Thanks!', secondsAgo: 9 })
    at.network.comment({ by: 'bo', video: at.video, to: at.comment, text: 'Thanks!' })
    at.faults.add({ fault: 'closeBeforeEffect', path: REPLY_PATH, method: 'POST' })
    expect(await at.reply()).toBeInstanceOf(OutcomeUnknownError)
  })

  it('creates two replies for the same text with two keys: a lost request does not match the reply of the other key', async () => {
    await using at = await withComment()
    expect(await at.reply('Thanks!', 'first')).toBe('replied')
    at.faults.add({ fault: 'closeBeforeEffect', path: REPLY_PATH, method: 'POST' })
    expect(await at.reply('Thanks!', 'second')).toBeInstanceOf(OutcomeUnknownError)
    expect(at.replies()).toEqual(['Thanks!'])

    at.faults.add({ fault: 'replyLost', path: REPLY_PATH, method: 'POST' })
    expect(await at.reply('Thanks!', 'third')).toBe('replied')
    expect(await at.reply('Thanks!', 'second')).toBeInstanceOf(OutcomeUnknownError)
    expect(at.replies()).toEqual(['Thanks!', 'Thanks!'])
  })

  it('can be sent again with the same key after a definite refusal', async () => {
    await using at = await withComment()
    at.network.refuseNext({ code: 40_001, path: 'reply/create' })
    expect(await at.reply()).toMatchObject({ code: 'MISSING_PERMISSION', needs: 'comment.list.manage' })
    expect(await at.reply()).toBe('replied')
    expect(at.replies()).toEqual(['Thanks!'])
  })
})

describe('hiding and deleting', () => {
  // Holds R-0232, R-0471.
  it('hides a comment and shows it again', async () => {
    await using at = await withComment()
    const status = () => at.network.state().comments.find(({ id }) => id === at.comment)
    await at.ada.setCommentVisibility(at.update)
    expect(JSON.stringify(status())).toMatch(/hidden/i)
    await at.ada.setCommentVisibility(at.update, { hidden: false })
    const [again] = await at.ada.fetchUpdates()
    expect(again?.raw['status']).toBe('PUBLIC')
  })

  it('retries hiding after an outage', async () => {
    await using at = await withComment()
    at.faults.add({
      fault: 'status',
      status: 500,
      path: '/open_api/v1.3/business/comment/hide/',
      method: 'POST',
    })
    await at.ada.setCommentVisibility(at.update)
    const [again] = await at.ada.fetchUpdates()
    expect(again?.raw['status']).toBe('HIDDEN')
  })

  // Holds R-0233, R-0471.
  it('deletes a comment of the account itself', async () => {
    await using at = await withComment('ada')
    await at.ada.deleteComment(at.update)
    expect(at.network.state().comments).toEqual([])
  })

  it('works with an update that was read back from JSON', async () => {
    await using at = await withComment('ada')
    const record = JSON.parse(JSON.stringify({ ...at.update, raw: undefined, envelope: undefined })) as Update
    const update = { ...record, timestamp: new Date(record.timestamp), raw: {}, envelope: {} }
    expect(update).toMatchObject({ actions: ['REPLY', 'HIDE', 'DELETE'], isOwn: true })
    await at.ada.setCommentVisibility(update)
    await at.ada.deleteComment(update)
    expect(at.network.state().comments).toEqual([])
  })

  it('refuses to delete another account’s comment before any request, and suggests hiding it', async () => {
    await using at = await withComment()
    await expect(at.ada.deleteComment(at.update)).rejects.toThrow(NotSupportedError)
    await expect(at.ada.deleteComment(at.update)).rejects.toThrow('setCommentVisibility')
    expect(at.requests()).toEqual([])
  })

  it.each(['deleteComment', 'setCommentVisibility'] as const)(
    '%s refuses an update that is not a comment',
    async (operation) => {
      await using at = await withComment()
      const facts = { platform: 'tiktok_business', connectionId: at.ada.id, timestamp: new Date() }
      const other = makeUpdate({ ...facts, id: '1', kind: 'CONNECTION_REVOKED' })
      const empty = makeUpdate({ ...facts, id: '2', kind: 'COMMENT_CREATED', raw: { comment_id: '5' } })
      await expect(at.ada[operation](other)).rejects.toThrow(NotSupportedError)
      await expect(at.ada[operation](empty)).rejects.toThrow(NotSupportedError)
      expect(at.requests()).toEqual([])
    },
  )
})

// Holds R-0466, R-0472.
it.each(['post', 'readStats', 'readPost', 'like'] as const)('%s is refused by name', async (operation) => {
  await using at = await usingEmulator()
  const { id } = await at.signIn()
  const account = at.client.account(id) as unknown as Record<string, (one: unknown) => Promise<unknown>> // safe cast: the operations are called by name, and the client defines every one of these methods
  const error: unknown = await account[operation]?.(operation === 'post' ? { text: 'x' } : '1').catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NotSupportedError)
  expect(error).toMatchObject({ platform: 'tiktok_business' })
  expect(at.requests()).toEqual([])
})
