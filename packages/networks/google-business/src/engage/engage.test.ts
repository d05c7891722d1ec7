import { makeUpdate, type Update } from '@social/core/platform'
import { aPublishCall, aReceipt, aReconcileCall, FakeClock, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { googleBusiness } from '../platform.js'
import { answerData } from './find-answer.js'

const NAME = 'accounts/1/locations/2/reviews/r'
const REPLY = `PUT /v4/${NAME}/reply`
const UPSERT = 'POST /v1/locations/2/questions/q/answers:upsert'

const account = anAccount({ accountId: '2', extra: { locationName: 'accounts/1/locations/2' } })
const anUpdate = (kind: string, name = NAME): Update =>
  makeUpdate({
    id: '1',
    kind,
    platform: 'google_business',
    connectionId: account.id,
    timestamp: new Date('2026-11-22T12:00:00Z'),
    postId: name.slice(name.lastIndexOf('/') + 1),
    parentId: kind === 'ANSWER_CREATED' ? 'q' : null,
  })
const publishing = (replies: Replies, platform = googleBusiness()) =>
  aPublishCall({ platform, connection: account, replies })

describe('a reply', () => {
  it.each(['REVIEW_CREATED', 'REVIEW_UPDATED'])('to a review (%s) has its path', async (kind) => {
    const call = publishing({ [REPLY]: { comment: 'Thanks' } })
    await googleBusiness().replyToUpdate(anUpdate(kind), 'Thanks', call)
    expect(call.transport.requests.map(({ key, json }) => [key, json])).toEqual([
      [REPLY, { comment: 'Thanks' }],
    ])
  })

  it.each(['QUESTION_CREATED', 'ANSWER_CREATED'])('to a question (%s) has its path', async (kind) => {
    const platform = googleBusiness({ questions: true })
    const call = publishing({ [UPSERT]: { text: 'Yes' } }, platform)
    await platform.replyToUpdate(anUpdate(kind, 'locations/2/questions/q'), 'Yes', call)
    expect(call.transport.requests.map(({ key, json }) => [key, json])).toEqual([
      [UPSERT, { answer: { text: 'Yes' } }],
    ])
  })

  it("has Google's maximum length: for reviews in bytes, for questions in characters", async () => {
    const platform = googleBusiness({ questions: true })
    const question = anUpdate('QUESTION_CREATED', 'locations/2/questions/q')
    const call = publishing({ [REPLY]: { comment: 'x' }, [UPSERT]: { text: 'x' } }, platform)
    await platform.replyToUpdate(question, '🙂'.repeat(4096), call)
    await expect(platform.replyToUpdate(question, '🙂'.repeat(4097), call)).rejects.toThrow(
      'has 4097 characters; google_business takes at most 4096',
    )
    const review = anUpdate('REVIEW_CREATED')
    await expect(platform.replyToUpdate(review, '🙂'.repeat(1025), call)).rejects.toThrow(
      'has 4100 bytes in UTF-8; google_business takes at most 4096',
    )
    await expect(platform.replyToUpdate(review, '🙂'.repeat(1025), call)).rejects.toMatchObject({
      platform: 'google_business',
    })
    expect(call.transport.paths).toEqual([UPSERT])
    await platform.replyToUpdate(review, '🙂'.repeat(1024), publishing({ [REPLY]: { comment: 'x' } }))
  })

  it('to another update is refused, with the valid kinds', async () => {
    const replying = googleBusiness().replyToUpdate(anUpdate('MENTION'), 'x', publishing({}))
    await expect(replying).rejects.toThrow(
      /google_business does not support answering an update of the kind MENTION.*review or a question/,
    )
    await expect(replying).rejects.toMatchObject({ platform: 'google_business' })
  })

  it('to a question reports when Google closed them, and how to enable them', async () => {
    const replying = googleBusiness().replyToUpdate(anUpdate('QUESTION_CREATED', 'q'), 'x', publishing({}))
    await expect(replying).rejects.toThrow(
      /google_business does not support questions and answers.*3 November 2025.*questions: true/,
    )
  })
})

describe('a reply whose response was lost', () => {
  const SENT_AT = new Date('2026-11-22T12:00:00Z')
  const query = async (replies: Replies, age = 0) => {
    const clock = new FakeClock({ now: new Date(SENT_AT.getTime() + age * 1000), autoAdvance: true })
    const operation = 'replyToUpdate'
    const settings = { platform: googleBusiness(), connection: account, replies, clock, operation }
    const call = aReconcileCall({ ...settings, idempotencyKey: 'k' })
    const receipt = aReceipt({ data: answerData(NAME, 'Thank\r\nyou ', SENT_AT) })
    const found = await googleBusiness().reconcile(receipt, call)
    return { found, call, seconds: (clock.now().getTime() - SENT_AT.getTime()) / 1000 - age }
  }
  const REVIEW = `GET /v4/${NAME}`

  it('is the reply of the review, by its text', async () => {
    const { found, call } = await query({ [REVIEW]: { reviewReply: { comment: ' Thank\nyou' } } })
    expect(found).toMatchObject({ state: 'FOUND', result: { id: 'r' } })
    expect(call.transport.paths).toEqual([REVIEW])
  })

  it.each([{ reviewReply: { comment: 'Thank you' } }, { reviewReply: {} }, {}, { reviewReply: null }])(
    'is queried three times in nine seconds, and is not %j',
    async (review) => {
      const { found, call, seconds } = await query({ [REVIEW]: review })
      expect(found).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
      expect(call.transport.requests).toHaveLength(3)
      expect(seconds).toBe(9)
    },
  )

  it.each([
    [3590, 60],
    [3591, null],
  ])('is queried again %d seconds later after %s', async (age, retryAfter) => {
    expect((await query({ [REVIEW]: {} }, age)).found).toEqual({ state: 'UNKNOWN', retryAfter })
  })
})
