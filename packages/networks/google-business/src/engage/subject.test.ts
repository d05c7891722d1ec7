import { ConfigError, makeUpdate, type RawData } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { questionNameOf, reviewNameOf } from './subject.js'

const account = anAccount({ accountId: '2', extra: { locationName: 'accounts/1/locations/2' } })
const about = (raw: RawData) =>
  makeUpdate({
    id: '1',
    kind: 'REVIEW_CREATED',
    platform: 'google_business',
    connectionId: account.id,
    timestamp: new Date('2026-11-22T12:00:00Z'),
    raw,
  })
const REVIEW = 'accounts/1/locations/2/reviews/r'
const QUESTION = 'locations/2/questions/q'

describe('the review of an update', () => {
  it.each<[RawData]>([
    [{ name: REVIEW }],
    [{ review: REVIEW }],
    [{ reviewName: REVIEW }],
    [{ review_name: REVIEW }],
    [{ reviewId: 'r' }],
    [{ review: { name: REVIEW } }],
    [{ review: { reviewId: 'r' } }],
    [{ review: { name: '', reviewId: 'r' } }],
    [{ name: '', review: REVIEW }],
    [{ name: 7, review: null, reviewName: {}, reviewId: 'r' }],
    [{ name: 'locations/2/reviews/r' }],
    [{ name: 'accounts/9/locations/2/reviews/r' }],
  ])('is read from %j, and belongs to the location of the account', (raw) => {
    expect(reviewNameOf(about(raw), account)).toBe(REVIEW)
  })

  it.each<[RawData]>([
    [{}],
    [{ name: '' }],
    [{ review: { name: '', reviewId: '' } }],
    [{ reviewId: '.' }],
    [{ reviewId: '..' }],
    [{ reviewId: 'a?b' }],
    [{ reviewId: 'a b' }],
    [{ reviewId: 'r'.repeat(301) }],
    [{ name: `${REVIEW}/` }],
  ])('is not read from %j', (raw) => {
    expect(() => reviewNameOf(about(raw), account)).toThrow(ConfigError)
    expect(() => reviewNameOf(about(raw), account)).toThrow('The update has no raw.name')
  })

  it("can have an id as long as Google's", () => {
    const id = `${'Ab9_~=+-.'.repeat(33)}xyz`
    expect(reviewNameOf(about({ reviewId: id }), account)).toBe(`accounts/1/locations/2/reviews/${id}`)
  })

  it.each(['accounts/1/locations/3/reviews/r', 'locations/3/reviews/r'])(
    'is not replied to by the account of another location: %s',
    (name) => {
      expect(() => reviewNameOf(about({ name }), account)).toThrow(
        'The update belongs to the location 3, not to 2',
      )
    },
  )
})

describe('the question of an update', () => {
  it.each<[RawData]>([
    [{ name: QUESTION }],
    [{ question: QUESTION }],
    [{ questionName: QUESTION }],
    [{ question_name: QUESTION }],
    [{ answer: `${QUESTION}/answers/a` }],
    [{ answerName: `${QUESTION}/answers/a` }],
    [{ question: { name: QUESTION } }],
    [{ name: 'q' }],
  ])('is read from %j', (raw) => {
    expect(questionNameOf(about(raw), account)).toBe(QUESTION)
  })

  it.each<[RawData]>([[{}], [{ name: '..' }], [{ name: 'locations/3/questions/q' }]])(
    'is not read from %j',
    (raw) => {
      expect(() => questionNameOf(about(raw), account)).toThrow(ConfigError)
    },
  )
})
