import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import {
  toLocation,
  toMoment,
  toPostResult,
  toQuestionUpdate,
  toReviewUpdate,
  toVerification,
  toVerificationOption,
} from './index.js'

const account = anAccount({ accountId: '2' })
const AT = '2026-11-21T10:00:00.123456789Z'
const LATER = '2026-11-22T10:00:00Z'

describe('a time of Google', () => {
  it('can have nine fractional digits', () => {
    expect(toMoment(AT)?.toISOString()).toBe('2026-11-21T10:00:00.123Z')
  })

  it.each([null, '', 'soon', `2026-11-21T10:00:00Z${' '.repeat(30)}`])('is null: %j', (text) => {
    expect(toMoment(text)).toBeNull()
  })
})

describe('a post', () => {
  const post = {
    name: 'accounts/1/locations/2/localPosts/3',
    state: 'LIVE',
    searchUrl: 'https://g.example/3',
  }
  const result = (changes: object) =>
    toPostResult({ ...post, summary: null, createTime: null, ...changes }, { any: 1 }, 'k')

  it('is published unless Google rejected it', () => {
    expect(result({})).toMatchObject({
      id: post.name,
      url: post.searchUrl,
      state: 'DONE',
      idempotencyKey: 'k',
      raw: { any: 1 },
    })
    expect(result({ state: 'PROCESSING' }).state).toBe('DONE')
    expect(result({ state: 'REJECTED' })).toMatchObject({
      state: 'FAILED',
      failure: { code: 'POLICY', todo: 'CHANGE_POST', userMessage: expect.stringContaining('rules') },
    })
  })
})

const settings = { questions: false }

describe('a review', () => {
  it('has its text, stars, pictures and page, and can be answered', () => {
    expect(update({})).toMatchObject({
      text: 'Great rye.',
      rating: 4,
      url: 'https://business.example/r',
      attachments: [],
      isOwn: false,
      actions: ['REPLY'],
    })
    const picture = { thumbnailUrl: 'https://lh3.example/p.jpg', thumbnailLabel: 'Bread', videoUrl: null }
    expect(update({ reviewMediaItems: [picture, null] })?.attachments).toMatchObject([
      { kind: 'image', url: 'https://lh3.example/p.jpg', altText: 'Bread' },
    ])
    expect(update({ starRating: 'STAR_RATING_UNSPECIFIED', comment: null })).toMatchObject({
      text: null,
      rating: null,
    })
  })

  const review = {
    name: 'accounts/1/locations/2/reviews/r',
    reviewId: 'r',
    reviewer: { displayName: 'Grace', profilePhotoUrl: 'https://lh3.example/g.jpg' },
    createTime: AT,
    updateTime: AT,
    starRating: 'FOUR',
    comment: 'Great rye.',
    reviewReplyUrl: 'https://business.example/r',
    reviewMediaItems: null,
    reviewReply: null,
  }
  const update = (changes: object) =>
    toReviewUpdate({ ...review, ...changes }, { any: 1 }, { connection: account, settings })

  it('is new while it is unchanged, with the id of its push', () => {
    const wanted = { id: '2:NEW_REVIEW:r', kind: 'REVIEW_CREATED', timestamp: new Date(AT), postId: 'r' }
    expect(update({})).toMatchObject({
      ...wanted,
      platform: 'google_business',
      connectionId: account.id,
      actor: { displayName: 'Grace', avatarUrl: 'https://lh3.example/g.jpg' },
      raw: { any: 1 },
    })
    expect(update({ updateTime: null })).toMatchObject(wanted)
    expect(update({ createTime: null })).toMatchObject(wanted)
    expect(update({ reviewId: null })).toMatchObject(wanted)
  })

  it('is a new update for each change', () => {
    expect(update({ updateTime: LATER })).toMatchObject({
      id: '2:UPDATED_REVIEW:r:2026-11-22T10:00:00.000Z',
      kind: 'REVIEW_UPDATED',
      timestamp: new Date(LATER),
    })
  })

  it('without an id or a time is omitted', () => {
    for (const changes of [
      { reviewId: null, name: null },
      { reviewId: '' },
      { reviewId: null, name: 'accounts/1/locations/2/reviews/' },
      { createTime: null, updateTime: null },
      { createTime: 'soon', updateTime: '' },
    ])
      expect(update(changes)).toBeNull()
  })

  it('can have an unknown author', () => {
    for (const reviewer of [null, { displayName: null, profilePhotoUrl: 'https://lh3.example/g.jpg' }])
      expect(update({ reviewer })?.actor).toBeNull()
  })
})

describe('a question', () => {
  const question = {
    name: 'locations/2/questions/q',
    text: 'Open on Sunday?',
    author: null,
    createTime: AT,
    updateTime: LATER,
  }
  const update = (changes: object) =>
    toQuestionUpdate({ ...question, ...changes }, { any: 1 }, { connection: account, settings })

  it('has the time of its last change', () => {
    expect(update({})).toMatchObject({
      id: 'locations/2/questions/q',
      kind: 'QUESTION_CREATED',
      platform: 'google_business',
      connectionId: account.id,
      timestamp: new Date(LATER),
      actor: null,
      postId: 'q',
      raw: { any: 1 },
    })
    expect(update({})).toMatchObject({ text: 'Open on Sunday?', actions: [] })
    expect(update({ updateTime: null })?.timestamp).toEqual(new Date(AT))
    expect(update({ author: { displayName: 'Bo', profilePhotoUrl: null } })?.actor).toMatchObject({
      displayName: 'Bo',
      avatarUrl: null,
    })
  })

  it('without a time is omitted', () => {
    expect(update({ updateTime: null, createTime: null })).toBeNull()
  })
})

describe('a listing', () => {
  const reply = {
    title: 'The bakery',
    phoneNumbers: { primaryPhone: '020' },
    storefrontAddress: { locality: 'London' },
    categories: {
      primaryCategory: { displayName: 'Bakery' },
      additionalCategories: [{ displayName: 'Cafe' }, { displayName: '' }, null],
    },
  }

  it('has its primary category first', () => {
    expect(toLocation(reply, { any: 1 }, account)).toMatchObject({
      id: '2',
      name: 'The bakery',
      phone: '020',
      address: { locality: 'London' },
      categories: ['Bakery', 'Cafe'],
      raw: { any: 1 },
    })
  })

  it('has the name of the sign-in if Google omits the title', () => {
    const empty = { title: null, phoneNumbers: null, storefrontAddress: null, categories: null }
    expect(toLocation(empty, {}, account)).toMatchObject({
      name: "Ada's Bakery",
      phone: null,
      address: {},
      categories: [],
    })
  })
})

describe('a verification', () => {
  it('has a method with all fields except its name', () => {
    const given = { verificationMethod: 'SMS', phoneNumber: '020', more: 1 }
    const item = { verificationMethod: 'SMS', phoneNumber: '020', emailData: null }
    expect(toVerificationOption(item, given)).toEqual({
      method: 'SMS',
      displayData: { phoneNumber: '020', more: 1 },
    })
  })

  it('has Google’s fields, or those of the request', () => {
    const defaultValue = { method: 'SMS', state: 'PENDING' }
    expect(
      toVerification({ name: 'v', method: 'EMAIL', state: 'COMPLETED' }, { any: 1 }, defaultValue),
    ).toMatchObject({
      id: 'v',
      method: 'EMAIL',
      state: 'COMPLETED',
      raw: { any: 1 },
    })
    expect(toVerification({ name: 'v', method: null, state: null }, {}, defaultValue)).toMatchObject(
      defaultValue,
    )
  })
})
