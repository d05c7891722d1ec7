import { aCall, inTurn, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { googleBusiness } from '../platform.js'

const REVIEWS = 'GET /v4/accounts/1/locations/2/reviews'
const QUESTIONS = 'GET /v1/locations/2/questions'
const account = anAccount({ accountId: '2', extra: { locationName: 'accounts/1/locations/2' } })
const NEW_YEAR = new Date('2026-01-01T00:00:00Z')

const at = (seconds: number) => new Date(NEW_YEAR.getTime() + seconds * 1000).toISOString()
const review = (id: string, seconds: number) => ({ reviewId: id, createTime: at(seconds) })
const question = (id: string, seconds: number) => ({
  name: `locations/2/questions/${id}`,
  createTime: at(seconds),
})

async function poll(
  replies: Replies,
  { since = NEW_YEAR, questions = false }: { since?: Date | null; questions?: boolean } = {},
) {
  const platform = googleBusiness({ questions })
  const call = aCall({ platform, connection: account, replies })
  const updates = await platform.fetchUpdates(since, call)
  const asked = (key: string) =>
    call.transport.requests.filter((request) => request.key === key).map(({ query }) => query)
  return { call, asked, ids: updates.map(({ postId }) => postId) }
}

describe('reviews', () => {
  it('are requested fifty per page, the last change first', async () => {
    const { asked, ids } = await poll({
      [REVIEWS]: inTurn(
        { reviews: [review('c', 30)], nextPageToken: 'two' },
        { reviews: [review('b', 20), review('a', 0)], nextPageToken: 'three' },
        { reviews: [review('z', -9)] },
      ),
    })
    expect(asked(REVIEWS)).toEqual([
      { pageSize: '50', orderBy: 'update_time desc' },
      { pageSize: '50', orderBy: 'update_time desc', pageToken: 'two' },
    ])
    expect(asked(QUESTIONS)).toEqual([])
    expect(ids).toEqual(['b', 'c'])
  })

  it('are one page in the first poll', async () => {
    const reply = { reviews: [review('a', -9999)], nextPageToken: 'two' }
    const { asked, ids } = await poll({ [REVIEWS]: reply }, { since: null })
    expect([asked(REVIEWS).length, ids]).toEqual([1, ['a']])
  })

  it.each([
    ['no further page', {}, 1],
    ['an empty one', { nextPageToken: '' }, 1],
    ['the same one again', { nextPageToken: 'two' }, 2],
  ])('end if Google returns %s', async (_what, more, pages) => {
    const { asked, call } = await poll({ [REVIEWS]: { reviews: [review('a', 9)], ...more } })
    expect(asked(REVIEWS)).toHaveLength(pages)
    expect(call.warnings).toEqual([])
  })

  it('are read after an empty page', async () => {
    const { ids } = await poll({
      [REVIEWS]: inTurn({ nextPageToken: 'two' }, { reviews: [review('a', 9)] }),
    })
    expect(ids).toEqual(['a'])
  })

  it('are twenty pages at most, with a warning', async () => {
    let page = 0
    const reply = () => ({ reviews: [review(`${page}`, 99)], nextPageToken: `${(page += 1)}` })
    const { asked, call } = await poll({ [REVIEWS]: reply })
    expect(asked(REVIEWS)).toHaveLength(20)
    expect(call.warnings).toEqual([expect.stringContaining('more updates than the 20 pages')])
  })

  it('are delivered once, and in writing order for equal times', async () => {
    const { ids } = await poll({
      [REVIEWS]: { reviews: [review('b', 9), review('a', 9), review('b', 9)] },
    })
    expect(ids).toEqual(['a', 'b'])
  })
})

describe('questions', () => {
  it('are requested ten per page, if enabled, and are merged with the reviews', async () => {
    const { asked, ids } = await poll(
      {
        [REVIEWS]: { reviews: [review('a', 10), review('c', 5)] },
        [QUESTIONS]: { questions: [question('b', 7), null, { name: '' }, { name: 'x' }] },
      },
      { questions: true },
    )
    expect(asked(QUESTIONS)).toEqual([
      { pageSize: '10', answersPerQuestion: '10', orderBy: 'update_time desc' },
    ])
    expect(ids).toEqual(['c', 'b', 'a'])
  })

  it.each([
    ['closed', { status: 501, body: { error: { status: 'UNIMPLEMENTED' } } }],
    ['gone', { status: 404, body: {} }],
  ])('that are %s do not block reviews', async (_what, reply) => {
    const replies = { [REVIEWS]: { reviews: [review('a', 10)] }, [QUESTIONS]: reply }
    expect((await poll(replies, { questions: true })).ids).toEqual(['a'])
  })

  it.each([403, 500])('that fail otherwise (%d) are not empty', async (status) => {
    const replies = { [REVIEWS]: {}, [QUESTIONS]: { status, body: {} } }
    await expect(poll(replies, { questions: true })).rejects.toThrow(/google_business/)
  })
})
