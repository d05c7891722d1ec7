import { ConfigError, Media } from '@social/core/platform'
import {
  aPost,
  aPublishCall,
  aReceipt,
  aReconcileCall,
  FakeClock,
  inTurn,
  type Replies,
} from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import type { ReadOptions } from '../options.js'
import { googleBusiness } from '../platform.js'
import { postPath } from './edit.js'
import { editData, hashText, postData } from './receipts.js'

const PARENT = '/v4/accounts/1/locations/2'
const CREATE = `POST ${PARENT}/localPosts`
const LIST = `GET ${PARENT}/localPosts`
const ID = 'accounts/1/locations/2/localPosts/3'
const EDIT = `PATCH /v4/${ID}`
const SENT_AT = new Date('2026-11-22T12:00:00Z')

const platform = googleBusiness()
const account = anAccount({ accountId: '2', extra: { locationName: 'accounts/1/locations/2' } })
const made = { name: ID, state: 'LIVE', searchUrl: 'https://g.example/3', summary: 'Bread' }

const publishing = (replies: Replies, changes: object = {}) =>
  aPublishCall({ platform, connection: account, replies, ...changes })
const aLocalPost = (changes: object = {}) =>
  aPost<ReadOptions>({ text: 'Bread', options: { languageCode: 'en' }, ...changes })

describe('a post', () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ languageCode: 'de' }, { languageCode: 'de' }],
    [{ callToActionType: 'CALL' }, { callToAction: { actionType: 'CALL' } }],
    [
      { callToActionType: 'SHOP', callToActionUrl: 'https://ada.example/' },
      { callToAction: { actionType: 'SHOP', url: 'https://ada.example/' } },
    ],
  ])('with %j is sent with %j', async (options, json) => {
    const call = publishing({ [CREATE]: made })
    const post = aLocalPost({ options: { languageCode: 'en', ...options } })
    expect(await platform.publish(post, call)).toMatchObject({
      id: ID,
      url: 'https://g.example/3',
      raw: made,
    })
    expect(call.transport.requests.map((request) => [request.key, request.json])).toEqual([
      [CREATE, { languageCode: 'en', topicType: 'STANDARD', summary: 'Bread', ...json }],
    ])
  })

  it('with a picture from the web sends its URL, whatever its type and size', async () => {
    const call = publishing({ [CREATE]: made })
    const media = [Media.fromUrl('https://ada.example/bread.webp')]
    await platform.publish(aLocalPost({ media }), call)
    expect(call.transport.requests[0]?.json).toMatchObject({
      media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://ada.example/bread.webp' }],
    })
  })

  it.each<[string, number, RegExp]>([
    ['bread.png', 10_239, /has 10239 bytes.*10240 to 5000000.*Make it bigger/],
    ['bread.png', 5_000_001, /has 5000001 bytes.*Make it smaller/],
    ['bread.gif', 20_000, /JPEG and PNG, not image\/gif \(bread\.gif\)/],
  ])('with the file %s of %d bytes is refused', async (filename, bytes, expected) => {
    const call = publishing({})
    const media = [Media.fromBytes(new Uint8Array(bytes), { filename })]
    await expect(platform.publish(aLocalPost({ media }), call)).rejects.toThrow(expected)
    expect(call.transport.requests).toEqual([])
  })

  it.each(['bread.jpg', 'bread.png'])('with the file %s is accepted', async (filename) => {
    const hosted: unknown[] = []
    const url = 'https://files.example/bread'
    const publish = (media: unknown) =>
      Promise.resolve(void hosted.push(media)).then(() => ({ url, handle: 'h' }))
    const call = publishing({ [CREATE]: made }, { mediaHost: { publish, release: () => Promise.resolve() } })
    const media = [Media.fromBytes(new Uint8Array(20_000), { filename })]
    await platform.publish(aLocalPost({ media }), call)
    expect(hosted).toHaveLength(1)
    expect(call.transport.requests[0]?.json).toMatchObject({ media: [{ sourceUrl: url }] })
  })
})

describe('the id of a post', () => {
  it('is that of a post of this location', () => {
    expect(postPath(ID, account)).toBe(ID)
    const longest = `accounts/1/locations/2/localPosts/${'a-_9'.repeat(50)}`
    expect(postPath(longest, account)).toBe(longest)
  })

  it.each([
    '3',
    'accounts/1/locations/2/localPosts/',
    'accounts/1/locations/2/localPosts/..',
    'accounts/1/locations/2/localPosts/3/x',
    'accounts/1/locations/2/localPosts/3/localPosts/4',
    'accounts/9/locations/2/localPosts/3',
    `accounts/1/locations/2/localPosts/${'3'.repeat(201)}`,
  ])('does not match %s', (id) => {
    expect(() => postPath(id, account)).toThrow(ConfigError)
    expect(() => postPath(id, account)).toThrow("This is not a post of Ada's Bakery")
  })
})

describe('an edit', () => {
  it.each<[{ text: string | null; options: object }, string, object]>([
    [{ text: 'New', options: {} }, 'summary', { summary: 'New' }],
    [
      { text: null, options: { callToActionType: 'CALL' } },
      'callToAction',
      { callToAction: { actionType: 'CALL' } },
    ],
    [
      { text: 'New', options: { callToActionType: 'SHOP', callToActionUrl: 'https://a.example/' } },
      'summary,callToAction',
      { summary: 'New', callToAction: { actionType: 'SHOP', url: 'https://a.example/' } },
    ],
  ])('%j names the changed fields: %s', async (edit, updateMask, json) => {
    const call = publishing({ [EDIT]: made })
    expect(await platform.editPost(ID, { ...edit, options: { ...edit.options } }, call)).toMatchObject({
      id: ID,
    })
    expect(call.transport.requests.map((request) => [request.key, request.query, request.json])).toEqual([
      [EDIT, { updateMask }, json],
    ])
  })

  it('can have as many characters as a post', async () => {
    const call = publishing({ [EDIT]: made })
    await platform.editPost(ID, { text: '🙂'.repeat(1500), options: {} }, call)
    await expect(platform.editPost(ID, { text: '🙂'.repeat(1501), options: {} }, call)).rejects.toThrow(
      'has 1501 characters; google_business takes at most 1500',
    )
    expect(call.transport.requests).toHaveLength(1)
  })
})

it("texts are equal despite Google's changes to line breaks and outer white space", () => {
  expect(hashText(' Fresh\r\nbread ')).toBe(hashText('Fresh\nbread'))
  expect(hashText('Fresh bread')).not.toBe(hashText('Fresh\nbread'))
})

function searching(replies: Replies, { operation = 'post', age = 0 } = {}) {
  const clock = new FakeClock({ now: new Date(SENT_AT.getTime() + age * 1000), autoAdvance: true })
  const settings = { platform, connection: account, replies, clock, operation }
  return { clock, call: aReconcileCall({ ...settings, idempotencyKey: 'k' }) }
}

describe('a post whose response was lost', () => {
  const receipt = aReceipt({ createdAt: SENT_AT, data: postData('Fresh\r\nbread ', SENT_AT) })
  const listed = (seconds: number, changes: object = {}) => ({
    name: ID,
    summary: 'Fresh\nbread',
    createTime: new Date(SENT_AT.getTime() + seconds * 1000).toISOString(),
    ...changes,
  })

  it('is searched among the posts of the location, a hundred per page', async () => {
    const { call } = searching({
      [LIST]: inTurn({ localPosts: [], nextPageToken: 'two' }, { localPosts: [null, {}, listed(0)] }),
    })
    expect(await googleBusiness().reconcile(receipt, call)).toMatchObject({
      state: 'FOUND',
      result: { id: ID, idempotencyKey: 'k', raw: { summary: 'Fresh\nbread' } },
    })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { pageSize: '100' },
      { pageSize: '100', pageToken: 'two' },
    ])
  })

  it.each([
    ['a minute before it was sent', listed(-60), 'FOUND'],
    ['more than a minute before', listed(-61), 'UNKNOWN'],
    ['a quarter of an hour after', listed(900), 'FOUND'],
    ['long after', listed(901), 'UNKNOWN'],
    ['at no moment', listed(0, { createTime: null }), 'UNKNOWN'],
    ['with other words', listed(0, { summary: 'Fresh bread' }), 'UNKNOWN'],
    ['without words', listed(0, { summary: null }), 'UNKNOWN'],
  ])('matches a post made %s: %j is %s', async (_what, post, state) => {
    const { call } = searching({ [LIST]: { localPosts: [post] } })
    expect(await googleBusiness().reconcile(receipt, call)).toMatchObject({ state })
  })

  it.each([
    [0, 60],
    [3580, 60],
    [3581, null],
  ])(
    'is queried four times in nineteen seconds, and again %d seconds later after %s',
    async (age, retryAfter) => {
      const { call, clock } = searching({ [LIST]: {} }, { age })
      expect(await googleBusiness().reconcile(receipt, call)).toEqual({ state: 'UNKNOWN', retryAfter })
      expect(call.transport.requests).toHaveLength(4)
      expect((clock.now().getTime() - SENT_AT.getTime()) / 1000).toBe(age + 19)
    },
  )

  it('is not distinguished from another with the same text', async () => {
    const { call } = searching({ [LIST]: { localPosts: [listed(0), listed(9, { name: `${ID}9` })] } })
    expect(await googleBusiness().reconcile(receipt, call)).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
  })

  it('is found once on overlapping pages', async () => {
    const { call } = searching({
      [LIST]: inTurn({ localPosts: [listed(0)], nextPageToken: 'two' }, { localPosts: [listed(0)] }),
    })
    expect(await googleBusiness().reconcile(receipt, call)).toMatchObject({ state: 'FOUND' })
  })

  it('is searched on ten pages at most, never twice on one page in a call', async () => {
    let page = 0
    const { call } = searching({ [LIST]: () => ({ nextPageToken: `${(page += 1)}` }) })
    expect(await googleBusiness().reconcile(receipt, call)).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(call.transport.requests).toHaveLength(10)
    const same = searching({ [LIST]: { nextPageToken: 'two' } })
    await googleBusiness().reconcile(receipt, same.call)
    expect(same.call.transport.requests).toHaveLength(4 * 2)
  })

  it('is unknown without data in the receipt', async () => {
    for (const operation of ['post', 'editPost', 'replyToUpdate']) {
      const { call } = searching({}, { operation })
      expect(await googleBusiness().reconcile(aReceipt({ data: {} }), call)).toEqual({ state: 'UNKNOWN' })
      expect(call.transport.requests).toEqual([])
    }
  })
})

const search = (expected: string | null, summary: string | null, age = 0) => {
  const { call } = searching({ [`GET /v4/${ID}`]: { ...made, summary } }, { operation: 'editPost', age })
  return googleBusiness().reconcile(aReceipt({ data: editData(ID, expected, SENT_AT) }), call)
}

describe('an edit whose response was lost', () => {
  it('has arrived when the post has the new values', async () => {
    expect(await search('New ', ' New')).toMatchObject({
      state: 'FOUND',
      result: { id: ID, idempotencyKey: 'k' },
    })
  })

  it.each([
    ['New', 'Old'],
    ['New', null],
    [null, 'Old'],
  ])('to %j remains unknown while the post has %j', async (expected, summary) => {
    expect(await search(expected, summary)).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(await search(expected, summary, 3599)).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(await search(expected, summary, 3600)).toEqual({ state: 'UNKNOWN', retryAfter: null })
  })
})
