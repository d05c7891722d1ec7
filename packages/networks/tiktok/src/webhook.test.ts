import { createHmac } from 'node:crypto'

import { PlatformError, SignatureError } from '@social/core'
import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { OPEN_ID } from './__fixtures__/an-account.js'
import { tiktok } from './platform.js'

const SECRET = 'fixture-client-secret-0123456789'
const PUBLISH_ID = 'v_pub_file~v2-1.7301234567890123456'
/** https://developers.tiktok.com/doc/webhooks-verification: the vector was computed from its description. */
const BODY = `{"client_key":"aw1fixturekey","event":"post.publish.complete","create_time":1795000000,"user_openid":"${OPEN_ID}","content":"{\\"publish_id\\":\\"${PUBLISH_ID}\\",\\"publish_type\\":\\"DIRECT_PUBLISH\\"}"}`
const TIME = 1_795_000_004
const NOW = new Date(TIME * 1000)
const SIGNATURE = '6c5d87175cc15d15d741a37aaf4b6bd80e26a7133f041fbb41da829ff92314d3'

interface Attempt {
  readonly header?: string | null
  readonly body?: string
  readonly secret?: string | readonly string[]
  /** Seconds between the signed time and now. */
  readonly age?: number
  readonly allowedAgeSeconds?: number
}

function check(attempt: Attempt = {}): void {
  const { header = `t=${TIME},s=${SIGNATURE}`, body = BODY, secret = SECRET, age = 0 } = attempt
  const clock = new FakeClock({ now: new Date((TIME + age) * 1000) })
  const { allowedAgeSeconds } = attempt
  const platform = tiktok({ ...(allowedAgeSeconds !== undefined && { allowedAgeSeconds }) })
  void platform.checkSignature(Buffer.from(body), header === null ? {} : { 'Tiktok-Signature': header }, {
    secret,
    clock,
  })
}

const sign = (time: string, body = BODY): string =>
  createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')

describe('the proof of a pushed message', () => {
  it.each([
    ['the vector', {}],
    ['parts in the other order, with room', { header: ` s=${SIGNATURE} , t=${TIME}` }],
    ['a part nobody knows', { header: `v=2,t=${TIME},s=${SIGNATURE}` }],
    ['one of several secrets', { secret: ['old', SECRET] }],
    ['299 seconds of age', { age: 299 }],
    ['300 seconds of age', { age: 300 }],
    ['a clock that is 300 seconds behind', { age: -300 }],
    ['an hour of age where that is allowed', { age: 3600, allowedAgeSeconds: 3600 }],
  ])('passes with %s', (_what, attempt) => {
    expect(() => check(attempt)).not.toThrow()
  })

  it.each([
    ['no header', { header: null }],
    ['an empty header', { header: '' }],
    ['no time', { header: `s=${SIGNATURE}` }],
    ['no signature', { header: `t=${TIME}` }],
    ['another time', { header: `t=${TIME + 1},s=${SIGNATURE}` }],
    ['another body', { body: `${BODY} ` }],
    ['another secret', { secret: 'other' }],
    ['a shorter signature', { header: `t=${TIME},s=${SIGNATURE.slice(2)}` }],
    ['letters beyond ASCII', { header: `t=${TIME},s=${'é'.repeat(64)}` }],
    ['a time that is no number', { header: `t=now,s=${sign('now')}` }],
    ['a negative time', { header: `t=-1,s=${sign('-1')}`, age: -TIME }],
    ['301 seconds of age', { age: 301 }],
    ['a time 301 seconds ahead', { age: -301 }],
  ])('is refused with %s, always in the same words', (_what, attempt) => {
    expect(() => check(attempt)).toThrow(SignatureError)
    expect(() => check(attempt)).toThrow('The signature of the webhook request does not fit.')
  })
})

function read(message: unknown, headers: Record<string, string> = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const updates = tiktok().readUpdates(Buffer.from(body), headers, NOW)
  expect(updates).toHaveLength(1)
  const [update] = updates
  if (update === undefined) throw new Error('there is no update')
  return update
}

const message = (event: string, content: unknown, createTime: unknown = 1_795_000_100) => ({
  client_key: 'aw1fixturekey',
  event,
  create_time: createTime,
  user_openid: OPEN_ID,
  content: JSON.stringify(content),
})

describe('a pushed message', () => {
  it('becomes one update, with its content unpacked', () => {
    const update = read(BODY)

    expect(update).toMatchObject({
      id: `post.publish.complete:${OPEN_ID}:${PUBLISH_ID}:1795000000`,
      kind: 'POST_PUBLISHED',
      platform: 'tiktok',
      connectionId: `tiktok:${OPEN_ID}`,
      timestamp: new Date(1_795_000_000_000),
      postId: PUBLISH_ID,
      aboutPostId: PUBLISH_ID,
      envelope: {},
    })
    expect(update.raw).toMatchObject({
      client_key: 'aw1fixturekey',
      content: { publish_id: PUBLISH_ID, publish_type: 'DIRECT_PUBLISH' },
    })
  })

  it.each([
    ['post.publish.complete', 'POST_PUBLISHED'],
    ['post.publish.publicly_available', 'POST_PUBLISHED'],
    ['post.publish.publicaly_available', 'POST_PUBLISHED'],
    ['post.publish.inbox_delivered', 'POST_DRAFTED'],
    ['post.publish.failed', 'POST_FAILED'],
    ['authorization.removed', 'CONNECTION_REVOKED'],
    ['post.publish.no_longer_publicaly_available', 'UNKNOWN'],
    ['video.publish.completed', 'UNKNOWN'],
    ['something.new', 'UNKNOWN'],
  ])('%s is %s', (event, kind) => {
    const update = read(message(event, { publish_id: PUBLISH_ID }))

    expect(update.kind).toBe(kind)
    expect(update.kindName).toBe(kind === 'UNKNOWN' ? event : kind)
  })

  it('has an id that stays, and is another for every post of one publish id', () => {
    const of = (postId: string) =>
      read(message('post.publish.publicly_available', { publish_id: PUBLISH_ID, post_id: postId })).id

    expect(of('7602997517160123666')).toBe(of('7602997517160123666'))
    expect(of('7602997517160123666')).not.toBe(of('7602997517160123667'))
    expect(of('7602997517160123666')).not.toBe(
      read(message('post.publish.complete', { publish_id: PUBLISH_ID })).id,
    )
  })

  it('keeps the digits of an id that came as a number', () => {
    const content = `{"publish_id":"${PUBLISH_ID}","post_id":7602997517160123666}`
    const update = read({ ...message('post.publish.publicly_available', {}), content })

    expect(update.postId).toBe('7602997517160123666')
    expect(update.raw['content']).toMatchObject({ post_id: '7602997517160123666' })
  })

  it('keeps content that is no JSON as it is', () => {
    const update = read({ ...message('something.new', {}), content: 'words' })

    expect(update.raw['content']).toBe('words')
    expect(update.postId).toBeNull()
  })

  it('leaves the account open where TikTok names none', () => {
    const { user_openid: _left, ...rest } = message('portability.download.ready', { request_id: 7 })

    expect(read(rest).connectionId).toBe('')
  })

  it('is of the moment it was signed where it names none', () => {
    const headers = { 'tiktok-signature': `t=${TIME},s=x` }

    expect(read(message('something.new', {}, null), headers).timestamp).toEqual(new Date(TIME * 1000))
    expect(read(message('something.new', {}, 1e300), headers).timestamp).toEqual(new Date(TIME * 1000))
    expect(() => read(message('something.new', {}, null))).toThrow(/of no moment/)
  })

  it.each(['no json', '[]', '7', 'null', '{}', '{"event":7}'])('%s is a failure of TikTok', (body) => {
    expect(() => tiktok().readUpdates(Buffer.from(body), {}, NOW)).toThrow(PlatformError)
  })
})

describe('a header of a stranger', () => {
  it.each([
    ['white space', (letters: number) => `t=1${' '.repeat(letters)}x`],
    ['white space without a name', (letters: number) => ' '.repeat(letters)],
    ['commas', (letters: number) => ','.repeat(letters)],
    ['equals signs', (letters: number) => '='.repeat(letters)],
    ['digits', (letters: number) => `t=${'1'.repeat(letters)}`],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf((header: string) => check({ header }), make)).toBeLessThan(MOST_GROWTH)
  })
})
