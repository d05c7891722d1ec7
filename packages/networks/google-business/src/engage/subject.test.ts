import { ConfigError, makeUpdate, type UpdateInit } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { actionsOf } from './actions.js'
import { questionNameOf, reviewNameOf } from './subject.js'

const account = anAccount({ accountId: '2', extra: { locationName: 'accounts/1/locations/2' } })
const about = (changes: Partial<UpdateInit>) =>
  makeUpdate({
    id: '1',
    kind: 'REVIEW_CREATED',
    platform: 'google_business',
    connectionId: account.id,
    timestamp: new Date('2026-11-22T12:00:00Z'),
    ...changes,
  })

describe('the review of an update', () => {
  it('is read from its postId, in the location of the account', () => {
    expect(reviewNameOf(about({ postId: 'r' }), account)).toBe('accounts/1/locations/2/reviews/r')
  })

  it.each([null, '', '.', '..', 'a?b', 'a b', 'a/b', 'r'.repeat(301)])('is not read from %j', (postId) => {
    expect(() => reviewNameOf(about({ postId }), account)).toThrow(ConfigError)
    expect(() => reviewNameOf(about({ postId }), account)).toThrow('The update has no valid postId')
  })

  it("can have an id as long as Google's", () => {
    const id = `${'Ab9_~=+-.'.repeat(33)}xyz`
    expect(reviewNameOf(about({ postId: id }), account)).toBe(`accounts/1/locations/2/reviews/${id}`)
  })

  it('is not replied to by the account of another location', () => {
    const update = about({ postId: 'r', connectionId: 'google_business:3' })
    expect(() => reviewNameOf(update, account)).toThrow('The update belongs to the location 3, not to 2')
  })
})

describe('the question of an update', () => {
  it.each<[Partial<UpdateInit>]>([
    [{ kind: 'QUESTION_CREATED', postId: 'q' }],
    [{ kind: 'ANSWER_CREATED', postId: 'a', parentId: 'q' }],
  ])('is read from %j', (changes) => {
    expect(questionNameOf(about(changes), account)).toBe('locations/2/questions/q')
  })

  it.each<[Partial<UpdateInit>]>([
    [{ kind: 'QUESTION_CREATED' }],
    [{ kind: 'QUESTION_CREATED', postId: '..' }],
    [{ kind: 'ANSWER_CREATED', postId: 'a' }],
    [{ kind: 'QUESTION_CREATED', postId: 'q', connectionId: 'google_business:3' }],
  ])('is not read from %j', (changes) => {
    expect(() => questionNameOf(about(changes), account)).toThrow(ConfigError)
  })
})

describe('the actions of an update', () => {
  const review = { kind: 'REVIEW_CREATED', postId: 'r' }
  const question = { kind: 'QUESTION_CREATED', postId: 'q' }

  it('are a reply for a review', () => {
    expect(actionsOf(review, { questions: false }, null)).toEqual(['REPLY'])
    expect(actionsOf(review, { questions: false }, account)).toEqual(['REPLY'])
  })

  it('are none without the id of the review, or without the scope', () => {
    expect(actionsOf({ ...review, postId: null }, { questions: false }, null)).toEqual([])
    const other = anAccount({ scopes: ['openid'] })
    expect(actionsOf(review, { questions: false }, other)).toEqual([])
  })

  it('are none for a question, unless the closed service is enabled', () => {
    expect(actionsOf(question, { questions: false }, null)).toEqual([])
    expect(actionsOf(question, { questions: true }, null)).toEqual(['REPLY'])
    expect(actionsOf({ ...question, kind: 'GOOGLE_UPDATE' }, { questions: true }, null)).toEqual([])
  })
})
