import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { readUpdates as read } from './read-updates.js'

const LOCATION = 'accounts/1/locations/2'
const NOW = new Date('2026-11-21T12:00:00Z')
const readUpdates = (body: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  read(body, headers, { now: NOW, settings: { questions: true } })
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const push = (data: unknown, more: object = {}) =>
  readUpdates(
    Buffer.from(
      JSON.stringify({
        subscription: 'projects/p1/subscriptions/push',
        message: { data: encode(data), messageId: '7', publishTime: '2026-11-21T09:43:41.910Z', ...more },
      }),
    ),
  )

const bareEdit = (rating: string) =>
  Buffer.from(JSON.stringify({ type: 'UPDATED_REVIEW', review: `${LOCATION}/reviews/r1`, rating }))

const readData = (data: string) =>
  readUpdates(Buffer.from(`{"message":{"data":"${data}","publishTime":"2026-11-21T09:43:41Z"}}`))

describe('a message of Pub/Sub', () => {
  it('is one update, with the id that polling gives a new review', () => {
    const [update] = push({ type: 'NEW_REVIEW', location: LOCATION, review: `${LOCATION}/reviews/r1` })
    expect(update).toMatchObject({
      id: '2:NEW_REVIEW:r1',
      kind: 'REVIEW_CREATED',
      kindName: 'NEW_REVIEW',
      connectionId: 'google_business:2',
      postId: 'r1',
      raw: { type: 'NEW_REVIEW' },
      envelope: { subscription: 'projects/p1/subscriptions/push' },
    })
    expect(update?.timestamp.toISOString()).toBe('2026-11-21T09:43:41.910Z')
  })

  it.each([
    [{ notificationType: 'NEW_REVIEW', locationName: LOCATION, reviewName: `${LOCATION}/reviews/r1` }],
    [{ notification_type: 'NEW_REVIEW', location_name: LOCATION, review_name: `${LOCATION}/reviews/r1` }],
    [{ type: 'NEW_REVIEW', location: 'locations/2', review: { name: `${LOCATION}/reviews/r1` } }],
    [{ type: 'NEW_REVIEW', location: 'locations/2', review: { reviewId: 'r1' } }],
    [{ type: 'NEW_REVIEW', location: 'locations/2', review: { name: '', reviewId: 'r1' } }],
    [{ type: '', notificationType: 'NEW_REVIEW', location: '', review: `${LOCATION}/reviews/r1` }],
    [{ type: 'NEW_REVIEW', review: `${LOCATION}/reviews/r1` }],
  ])('is read in every known spelling: %j', (data) => {
    expect(push(data)[0]?.id).toBe('2:NEW_REVIEW:r1')
  })

  it('can contain the review, and can be answered', () => {
    const review = { name: `${LOCATION}/reviews/r1`, starRating: 'TWO', comment: 'Too dry.' }
    expect(push({ type: 'NEW_REVIEW', location: LOCATION, review })[0]).toMatchObject({
      text: 'Too dry.',
      rating: 2,
      actions: ['REPLY'],
    })
  })

  it('of an answer names its question, which can be answered', () => {
    const answer = 'locations/2/questions/q/answers/a'
    const [update] = push({ type: 'NEW_ANSWER', location: 'locations/2', answer })
    expect(update).toMatchObject({ postId: 'a', parentId: 'q', text: null, actions: ['REPLY'] })
  })

  it('can have its type in the attributes', () => {
    const attributes = { notificationType: 'NEW_REVIEW' }
    expect(push({ review: `${LOCATION}/reviews/r1` }, { attributes })[0]?.kind).toBe('REVIEW_CREATED')
  })

  it('of an edit has its message id, so that the next one is new and a copy is not', () => {
    const edit = { type: 'UPDATED_REVIEW', location: LOCATION, review: `${LOCATION}/reviews/r1` }
    const ids = ['7', '7', '8'].map((messageId) => push(edit, { messageId })[0]?.id)
    expect(ids).toEqual(['2:UPDATED_REVIEW:r1:7', '2:UPDATED_REVIEW:r1:7', '2:UPDATED_REVIEW:r1:8'])
  })

  it('of an edit with a time has the id of the polled one', () => {
    const review = { name: `${LOCATION}/reviews/r1`, updateTime: '2026-11-20T11:00:00.500Z' }
    const [update] = push({ type: 'UPDATED_REVIEW', location: LOCATION, review })
    expect(update?.id).toBe('2:UPDATED_REVIEW:r1:2026-11-20T11:00:00.500Z')
    expect(update?.timestamp.toISOString()).toBe('2026-11-20T11:00:00.500Z')
  })

  // Holds R-0261.
  it.each([
    ['NEW_REVIEW', 'review', 'REVIEW_CREATED'],
    ['UPDATED_REVIEW', 'review', 'REVIEW_UPDATED'],
    ['NEW_QUESTION', 'question', 'QUESTION_CREATED'],
    ['NEW_ANSWER', 'answer', 'ANSWER_CREATED'],
    ['NEW_CUSTOMER_MEDIA', 'media', 'UNKNOWN'],
  ])('of the type %s concerns a %s: %s', (type, field, kind) => {
    const name = `${LOCATION}/${field === 'answer' ? 'questions/q/answers' : `${field}s`}/r1`
    for (const spelling of [field, `${field}Name`, `${field}_name`]) {
      const [update] = push({ type, location: LOCATION, [spelling]: name })
      expect(update).toMatchObject({ kind, kindName: type, platform: 'google_business', postId: 'r1' })
    }
  })

  it.each(['media', 'mediaItem', 'mediaName', 'media_name'])('can contain a picture in %s', (field) => {
    expect(push({ type: 'NEW_CUSTOMER_MEDIA', [field]: `${LOCATION}/media/m1` })[0]).toMatchObject({
      connectionId: 'google_business:2',
      postId: 'm1',
    })
  })

  it('has the time of its publication, and the id of the message, in both spellings', () => {
    const data = { type: 'GOOGLE_UPDATE', location: LOCATION }
    const publish_time = '2026-11-21T09:43:41.910Z'
    const [update] = push(data, { publishTime: '', publish_time, messageId: '', message_id: '9' })
    expect(update).toMatchObject({ id: '2:GOOGLE_UPDATE::9', timestamp: new Date(publish_time) })
    expect(push(data, { messageId: null })[0]?.id).toBe('2:GOOGLE_UPDATE::2026-11-21T09:43:41.910Z')
  })

  it('without a time has that of its arrival', () => {
    for (const publishTime of [null, '', 'soon', 7])
      expect(push({ type: 'GOOGLE_UPDATE', location: LOCATION }, { publishTime })).toMatchObject([
        { id: '2:GOOGLE_UPDATE::7', timestamp: NOW },
      ])
  })

  it('has its own time, or that of its resource, before that of its envelope', () => {
    const moment = '2026-11-20T11:00:00.000Z'
    const edit = { type: 'UPDATED_REVIEW', location: LOCATION }
    const name = `${LOCATION}/reviews/r1`
    for (const data of [
      { ...edit, review: name, updateTime: moment },
      { ...edit, review: name, createTime: moment },
      { ...edit, review: { name, updateTime: 'soon', createTime: moment } },
      { ...edit, review: { name, updateTime: moment, createTime: '2026-11-19T11:00:00Z' } },
    ])
      expect(push(data)[0]?.timestamp.toISOString()).toBe(moment)
  })

  it('of another kind keeps Google’s name', () => {
    const [update] = push({ type: 'GOOGLE_UPDATE', location: LOCATION })
    expect(update).toMatchObject({ kind: 'UNKNOWN', kindName: 'GOOGLE_UPDATE', postId: null })
  })

  it('can be unwrapped', () => {
    const bare = {
      type: 'NEW_REVIEW',
      review: { name: `${LOCATION}/reviews/r1`, createTime: '2026-11-20T11:00:00Z' },
    }
    expect(readUpdates(Buffer.from(JSON.stringify(bare)))[0]?.id).toBe('2:NEW_REVIEW:r1')
  })

  it('can be unwrapped and without a time: a copy has the same id, another edit has not', () => {
    const [one, copy, other] = ['ONE', 'ONE', 'TWO'].map((rating) => readUpdates(bareEdit(rating))[0])
    expect(one).toMatchObject({ kind: 'REVIEW_UPDATED', postId: 'r1', timestamp: NOW, envelope: {} })
    expect(copy?.id).toBe(one?.id)
    expect(other?.id).not.toBe(one?.id)
  })

  it('can be unwrapped with its metadata in headers', () => {
    const body = Buffer.from(JSON.stringify({ type: 'UPDATED_REVIEW', review: `${LOCATION}/reviews/r1` }))
    const headers = {
      'x-goog-pubsub-message-id': '7',
      'x-goog-pubsub-publish-time': '2026-11-21T09:43:41.910Z',
    }
    const [update] = readUpdates(body, headers)
    expect(update?.id).toBe('2:UPDATED_REVIEW:r1:7')
    expect(update?.timestamp.toISOString()).toBe('2026-11-21T09:43:41.910Z')
  })

  it.each([
    'no JSON {',
    '[]',
    'null',
    '5',
    '{}',
    { type: 'NEW_REVIEW' },
    { location: LOCATION },
    { type: 7, location: {} },
  ])('with unknown content is acknowledged: %j', (data) => {
    expect(push(data)).toEqual([])
  })

  it.each(['{}', '[]', 'null', '{"message":5}', '{"message":{"data":7}}', '{"message":{"data":"%%%"}}'])(
    'without data is acknowledged: %s',
    (body) => {
      expect(readUpdates(Buffer.from(body))).toEqual([])
    },
  )

  it.each(['', '{', 'data=1'])('that is not JSON is a clear error: %j', (body) => {
    expect(() => readUpdates(Buffer.from(body))).toThrow(PlatformError)
  })

  it.each([
    ['digits', (letters: number) => encode(`{"type":"${'1'.repeat(letters)}","location":"${LOCATION}"}`)],
    [
      'slashes',
      (letters: number) => encode(`{"type":"NEW_REVIEW","review":"${'/reviews'.repeat(letters / 8)}"}`),
    ],
    ['spaces', (letters: number) => encode(`{${' '.repeat(letters)}`)],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf(readData, make)).toBeLessThan(MAX_GROWTH)
  })
})
