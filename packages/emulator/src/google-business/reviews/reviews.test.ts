import { describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'

const BAKERY = "Ada's Bakery"

function reviewed() {
  const at = new AtGoogleBusiness()
  const token = at.signIn()
  const review = at.control.review({ location: BAKERY, by: 'Grace', stars: 4, comment: 'Great rye.' })
  const base = `/mybusiness/v4/${at.find().name}/reviews`
  const reply = (json: unknown) => at.call(`PUT ${base}/${review.id}/reply`, { token, json })
  const list = (query: Readonly<Record<string, string>> = {}) => at.call(`GET ${base}`, { token, query })
  const read = () => at.call(`GET ${base}/${review.id}`, { token })
  return { at, token, review, base, reply, list, read }
}

describe('reviews', () => {
  it('are listed with the newest change first, without a text if there is none', async () => {
    const { at, list, review } = reviewed()
    at.clock.advance(60)
    at.control.review({ location: BAKERY, by: 'Al', stars: 5, anonymous: true })
    at.clock.advance(60)
    at.control.editReview({ id: review.id, stars: 2, comment: 'Stale.' })

    const { body } = await list({ orderBy: 'update_time desc', pageSize: '50' })

    expect(body).toEqual({
      reviews: [
        {
          name: review.name,
          reviewId: review.id,
          reviewer: { displayName: 'Grace', profilePhotoUrl: expect.any(String) },
          starRating: 'TWO',
          comment: 'Stale.',
          createTime: '2026-11-21T12:00:00Z',
          updateTime: '2026-11-21T12:02:00Z',
        },
        {
          name: expect.any(String),
          reviewId: expect.any(String),
          reviewer: { displayName: 'A Google user', isAnonymous: true },
          starRating: 'FIVE',
          createTime: '2026-11-21T12:01:00Z',
          updateTime: '2026-11-21T12:01:00Z',
        },
      ],
      averageRating: 3.5,
      totalReviewCount: 2,
    })
  })

  it('are listed with paging, and a token is valid for its own list only', async () => {
    const { at, list } = reviewed()
    for (let n = 0; n < 2; n += 1) at.control.review({ location: BAKERY, by: `${n}`, stars: 3 })

    const { body } = await list({ pageSize: '2' })
    const { nextPageToken: pageToken } = body as { readonly nextPageToken: string } // safe cast: a wrong shape fails the request below

    expect((await list({ pageSize: '2', pageToken })).body).toMatchObject({ reviews: [expect.any(Object)] })
    expect((await list({ pageSize: '2', pageToken, orderBy: 'rating' })).status).toBe(400)
    expect((await list({ pageSize: '51' })).status).toBe(400)
    expect((await list({ orderBy: 'update_time' })).status).toBe(400)
  })

  it('of a location without reviews are an empty object', async () => {
    const at = new AtGoogleBusiness()

    expect(
      (await at.call(`GET /mybusiness/v4/${at.find().name}/reviews`, { token: at.signIn() })).body,
    ).toEqual({})
  })

  it('require a verified location, and the account that it belongs to', async () => {
    const { at, token, list } = reviewed()
    const { id } = at.find()
    const [personal] = at.control.state().accounts

    const path = `/mybusiness/v4/accounts/${personal?.id ?? ''}/locations/${id}/reviews`
    expect((await at.call(`GET ${path}`, { token })).status).toBe(404)
    expect((await at.call(`GET /mybusiness/v4/locations/${id}/reviews`, { token })).text).toContain(
      '<!DOCTYPE',
    )
    at.control.setVerified({ location: BAKERY, verified: false })
    expect(refusalOf(await list())).toEqual([400, 'FAILED_PRECONDITION', 'null'])
  })

  it('that were deleted are not returned', async () => {
    const { at, read, reply, review } = reviewed()
    at.control.deleteReview({ id: review.id })

    expect(refusalOf(await read())).toEqual([404, 'NOT_FOUND', 'null'])
    expect((await reply({ comment: 'Thanks' })).status).toBe(404)
  })

  it('of many locations are returned in one response', async () => {
    const { at, token, review } = reviewed()
    const { account, name } = at.find()

    const { body } = await at.call(`POST /mybusiness/v4/accounts/${account}/locations:batchGetReviews`, {
      token,
      json: { locationNames: [name, at.find("Ada's Cafe").name], pageSize: 50 },
    })

    expect(body).toEqual({
      locationReviews: [{ name, review: expect.objectContaining({ reviewId: review.id }) }],
    })
  })
})

describe('a reply', () => {
  it('is created, replaced and deleted, and the same text again is not a second reply', async () => {
    const { at, token, base, review, reply, read } = reviewed()

    const first = await reply({ comment: 'Thank you!' })
    await reply({ comment: 'Thank you!' })
    await reply({ comment: 'Thanks!' })

    expect(first.body).toEqual({
      comment: 'Thank you!',
      updateTime: '2026-11-21T12:00:00Z',
      reviewReplyState: 'APPROVED',
    })
    expect(at.network.effects.list()).toHaveLength(2)
    expect((await read()).body).toMatchObject({ reviewReply: { comment: 'Thanks!' } })
    expect((await at.call(`DELETE ${base}/${review.id}/reply`, { token })).body).toEqual({})
    expect((await at.call(`DELETE ${base}/${review.id}/reply`, { token })).status).toBe(404)
  })

  it.each([
    [{ comment: '' }, 'comment'],
    [{}, 'comment'],
    [{ comment: 'é'.repeat(2049) }, '4096'],
    [{ comment: 'Hi', text: 'Hi' }, 'Cannot find field'],
  ])('is refused with %j', async (json, message) => {
    const { reply } = reviewed()

    expect(refusalOf(await reply(json))).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(message)])
  })

  it('may have 4,096 bytes', async () => {
    expect((await reviewed().reply({ comment: 'é'.repeat(2048) })).status).toBe(200)
  })

  it('may be rejected immediately, or later', async () => {
    const { at, reply, read, review } = reviewed()
    at.control.setAnswers({ replyPending: true })
    at.control.rejectNextReply({})

    const { body } = await reply({ comment: 'Call 020 7946 0000' })
    await reply({ comment: 'Call me' })
    at.control.judgeReply({ id: review.id, violation: 'OFF_TOPIC' })

    expect(body).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation: 'PERSONAL_INFO' })
    expect((await read()).body).toMatchObject({
      reviewReply: { comment: 'Call me', reviewReplyState: 'REJECTED', policyViolation: 'OFF_TOPIC' },
    })
  })

  it('by PATCH is an unknown method', async () => {
    const { at, token, base, review } = reviewed()

    const { status } = await at.call(`PATCH ${base}/${review.id}`, { token, json: { comment: 'Hi' } })

    expect(status).toBe(404)
  })
})

describe('questions', () => {
  it('are refused after the end of the service', async () => {
    const at = new AtGoogleBusiness()
    at.control.ask({ location: BAKERY, by: 'Grace', text: 'Open?' })

    const answer = await at.call(`GET /qanda/v1/${at.find().short}/questions`, { token: at.signIn() })

    expect(refusalOf(answer)).toEqual([501, 'UNIMPLEMENTED', expect.stringContaining('API_UNSUPPORTED')])
  })

  it('are read and answered if they are enabled', async () => {
    const at = new AtGoogleBusiness({ questions: true })
    const token = at.signIn()
    const { name } = at.control.ask({ location: BAKERY, by: 'Grace', text: 'Open?' })
    const answer = (json: unknown) => at.call(`POST /qanda/v1/${name}/answers:upsert`, { token, json })

    await answer({ answer: { text: 'Yes' } })
    await answer({ answer: { text: 'Until 2' } })
    const { body } = await at.call(`GET /qanda/v1/${at.find().short}/questions`, {
      token,
      query: { pageSize: '10', answersPerQuestion: '10', orderBy: 'update_time desc' },
    })

    expect(body).toMatchObject({
      questions: [{ name, text: 'Open?', totalAnswerCount: 1, topAnswers: [{ text: 'Until 2' }] }],
      totalSize: 1,
    })
    expect((await answer({ answer: { text: '' } })).status).toBe(400)
    expect((await answer({ answer: { text: null } })).status).toBe(400)
    expect((await answer({ answer: { text: 'a'.repeat(4097) } })).status).toBe(400)
  })
})
