import { type Call, makeUpdate, NotSupportedError, type Update } from '@social/core/platform'
import { aCall, aPublishCall, aReceipt, aReconcileCall, FakeClock, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount, OPEN_ID } from '../__fixtures__/an-account.js'
import { actionsFor } from '../map.js'
import { tiktokBusiness } from '../platform.js'
import { replyData } from './find-reply.js'

const API = '/open_api/v1.3/business/comment'
const LIST = `GET ${API}/reply/list/`
const DONE = { code: 0, message: 'OK', data: {} }
function anUpdate(changes: Partial<Parameters<typeof makeUpdate>[0]> = {}): Update {
  return makeUpdate({
    id: '8',
    kind: 'COMMENT_CREATED',
    platform: 'tiktok_business',
    connectionId: anAccount().id,
    timestamp: new Date('2026-11-22T12:00:00Z'),
    postId: '8',
    aboutPostId: '7',
    isOwn: true,
    ...changes,
  })
}

const settings = (replies: object) => ({
  platform: tiktokBusiness(),
  connection: anAccount(),
  replies: { ...replies },
})

describe('the request', () => {
  it('of a reply contains the comment, its video, the account and the text', async () => {
    const call = aPublishCall(
      settings({ [`POST ${API}/reply/create/`]: { ...DONE, data: { comment_id: 9 } } }),
    )
    await tiktokBusiness().replyToUpdate(anUpdate(), 'Thanks', call)
    expect(call.transport.requests.map(({ json }) => json)).toEqual([
      { business_id: OPEN_ID, video_id: '7', comment_id: '8', text: 'Thanks' },
    ])
  })

  it.each([
    [true, 'HIDE'],
    [false, 'UNHIDE'],
  ])('with hidden: %s contains the action %s', async (hidden, action) => {
    const call = aCall(settings({ [`POST ${API}/hide/`]: DONE }))
    await tiktokBusiness().setCommentVisibility(anUpdate(), { hidden }, call)
    expect(call.transport.requests.map(({ json }) => json)).toEqual([
      { business_id: OPEN_ID, video_id: '7', comment_id: '8', action },
    ])
  })

  it('of a deletion contains the comment', async () => {
    const call = aCall(settings({ [`POST ${API}/delete/`]: DONE }))
    await tiktokBusiness().deleteComment(anUpdate(), call)
    expect(call.transport.requests.map(({ json }) => json)).toEqual([
      { business_id: OPEN_ID, comment_id: '8' },
    ])
  })

  it('of a deletion is not sent for a pushed comment, whose author is unknown', async () => {
    const call = aCall(settings({}))
    await expect(tiktokBusiness().deleteComment(anUpdate({ isOwn: false }), call)).rejects.toThrow(
      /setCommentVisibility/,
    )
    expect(call.transport.requests).toEqual([])
  })
})

const callsWith = (update: Update): readonly [what: string, work: (call: Call) => Promise<unknown>][] => [
  ['hiding', (call) => tiktokBusiness().setCommentVisibility(update, { hidden: true }, call)],
  ['deleting', (call) => tiktokBusiness().deleteComment(update, call)],
  ['answering', () => tiktokBusiness().replyToUpdate(update, 'x', aPublishCall(settings({})))],
]

describe('an update that cannot be used', () => {
  it('because it is not a comment is refused with its kind and the accepted kind', async () => {
    const revoked = anUpdate({ kind: 'CONNECTION_REVOKED' })
    for (const [what, work] of callsWith(revoked))
      await expect(work(aCall(settings({})))).rejects.toThrow(
        new RegExp(
          `tiktok_business does not support ${what} an update of the kind CONNECTION_REVOKED.*COMMENT_CREATED`,
        ),
      )
  })

  it.each([{ postId: null }, { aboutPostId: null }, { postId: '' }, { platform: 'tiktok' }])(
    'because it has %j is refused',
    async (changes) => {
      const update = anUpdate(changes)
      expect(actionsFor(update, null)).toEqual([])
      for (const [, work] of callsWith(update))
        await expect(work(aCall(settings({})))).rejects.toThrow(NotSupportedError)
    },
  )
})

describe('a reply whose response was lost', () => {
  const SENT_AT = new Date('2026-11-22T12:00:00Z')
  const seconds = SENT_AT.getTime() / 1000
  const receipt = aReceipt({
    createdAt: SENT_AT,
    data: replyData({ videoId: '7', commentId: '8', text: 'Thank\r\nyou ' }, SENT_AT),
  })
  const ours = (changes: object = {}) => ({
    comment_id: '9',
    create_time: seconds,
    text: 'Thank\nyou',
    owner: true,
    ...changes,
  })
  const search = (...pages: readonly object[]) => {
    const call = aReconcileCall(settings({ [LIST]: inTurn(...pages.map((data) => ({ ...DONE, data }))) }))
    return tiktokBusiness()
      .reconcile(receipt, call)
      .then((found) => ({ found, call }))
  }

  it('is searched among the replies below the comment, newest first, including hidden ones', async () => {
    const { found, call } = await search({ comments: [ours()] })
    expect(found).toMatchObject({ state: 'FOUND', result: { id: expect.any(String) } })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      {
        business_id: OPEN_ID,
        video_id: '7',
        comment_id: '8',
        status: 'ALL',
        sort_field: 'create_time',
        sort_order: 'desc',
        max_count: '30',
        cursor: '0',
      },
    ])
  })

  it('can have a time up to five seconds before it was sent', async () => {
    expect((await search({ comments: [ours({ create_time: seconds - 5 })] })).found.state).toBe('FOUND')
    expect((await search({ comments: [ours({ create_time: seconds - 6 })] })).found.state).toBe('UNKNOWN')
  })

  it.each([
    ['by another account', { owner: false }],
    ['by an unknown account', { owner: null }],
    ['with another text', { text: 'Thank you' }],
    ['without text', { text: null }],
  ])('does not match a reply %s', async (_what, changes) => {
    expect((await search({ comments: [ours(changes)] })).found.state).toBe('UNKNOWN')
  })

  it.each([
    [0, 60],
    [3589, 60],
    [3590, null],
  ])(
    'is searched three times in ten seconds. %d seconds later the next search is after %s',
    async (age, retryAfter) => {
      const clock = new FakeClock({ now: new Date((seconds + age) * 1000), autoAdvance: true })
      const call = aReconcileCall({ ...settings({ [LIST]: { ...DONE, data: { comments: [] } } }), clock })
      const found = await tiktokBusiness().reconcile(receipt, call)
      expect(found).toEqual({ state: 'UNKNOWN', retryAfter })
      expect(call.transport.requests).toHaveLength(3)
      expect(clock.now().getTime() / 1000).toBe(seconds + age + 10)
    },
  )

  it('is searched on at most twelve pages, and not after the last page', async () => {
    let cursor = 0
    const more = () => ({ ...DONE, data: { comments: [], has_more: true, cursor: (cursor += 1) } })
    const call = aReconcileCall(settings({ [LIST]: more }))
    expect(await tiktokBusiness().reconcile(receipt, call)).toEqual({
      state: 'UNKNOWN',
      retryAfter: 60,
    })
    const asked = Array.from({ length: 12 }, (_, page) => String(page))
    expect(call.transport.requests.map(({ query }) => query['cursor'])).toEqual(asked)
    const older = { comments: [ours({ create_time: seconds - 60 })], has_more: true, cursor: 1 }
    expect((await search(older)).call.transport.requests).toHaveLength(3)
    for (const end of [{ has_more: false, cursor: 4 }, { has_more: true }, { cursor: 4 }])
      expect((await search({ comments: [], ...end })).call.transport.requests).toHaveLength(3)
  })

  it('is not the reply of another key, but the next with the same text', async () => {
    const replies = { ...DONE, data: { comments: [ours(), ours({ comment_id: '10' })] } }
    const asked = { ...settings({ [LIST]: replies }), ownedByOthers: ['9'] }
    const call = aReconcileCall(asked)
    expect(await tiktokBusiness().reconcile(receipt, call)).toMatchObject({
      state: 'FOUND',
      result: { id: expect.any(String) },
    })
    expect(call.claimed).toEqual(['10'])
  })

  it('is found after an unreadable reply', async () => {
    expect((await search({ comments: [null, { comment_id: '' }, ours()] })).found.state).toBe('FOUND')
  })
})
