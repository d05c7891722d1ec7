import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { PlatformError, SignatureError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { verifyingWebhooks, readPushed } from './pushed.js'

const SECRET = 'the-app-secret'
/**
 * Webhook body exactly as the network sends it, with escaped slashes and non-ASCII letters. The
 * signature covers these bytes.
 */
const SIGNED = String.raw`{"object":"page","entry":[{"id":"100000000000001","time":1790000000,"changes":[{"field":"feed","value":{"item":"comment","verb":"add","comment_id":"700_900","post_id":"100000000000001_700","parent_id":"100000000000001_700","message":"Caf\u00e9 \/ yes","created_time":1789999990,"from":{"id":"555","name":"Ada"}}}]}]}`
const DIGEST = '24eefe6065bde1a61ab14cee53cf1ded3d419e1a48203d4c39d6af68c5447981'

const read = (body: unknown) =>
  readPushed('facebook', Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

describe('the signature of a push', () => {
  const pushes = verifyingWebhooks()
  const options = { secret: ['old', SECRET], clock: { now: () => new Date() } as never }

  it('covers the exact bytes', () => {
    const headers = { 'x-hub-signature-256': `sha256=${DIGEST}` }
    expect(() => pushes.checkSignature(Buffer.from(SIGNED), headers, options)).not.toThrow()
    const again = Buffer.from(JSON.stringify(JSON.parse(SIGNED)))
    expect(() => pushes.checkSignature(again, headers, options)).toThrow(SignatureError)
  })

  it('is never read from the old header', () => {
    const headers = { 'x-hub-signature': 'sha1=0b7f1a' }
    expect(() => pushes.checkSignature(Buffer.from(SIGNED), headers, options)).toThrow(SignatureError)
  })
})

describe('the setup check of a push', () => {
  const pushes = verifyingWebhooks()

  it('gets the challenge as its response', () => {
    const params = { 'hub.mode': 'subscribe', 'hub.verify_token': 'mine', 'hub.challenge': '1158' }
    expect(pushes.answerSetupCheck(params, { verifyToken: 'mine' })).toBe('1158')
    expect(() => pushes.answerSetupCheck(params, { verifyToken: 'other' })).toThrow(SignatureError)
  })
})

describe('readPushed', () => {
  it('returns one change after the other, each with its entry', () => {
    const one = { field: 'feed', value: { item: 'comment' } }
    const two = { field: 'mention', value: { item: 'post' } }
    const entries = [
      { id: '1', time: 1_790_000_000, changes: [one, two] },
      { id: '2', time: 1_790_000_001, changes: [one] },
    ]
    expect(read({ object: 'page', entry: entries })).toEqual([
      {
        type: 'CHANGE',
        object: 'page',
        accountId: '1',
        time: new Date('2026-09-21T14:13:20Z'),
        field: 'feed',
        value: one.value,
        envelope: entries[0],
      },
      expect.objectContaining({ accountId: '1', field: 'mention', envelope: entries[0] }),
      expect.objectContaining({ accountId: '2', field: 'feed', envelope: entries[1] }),
    ])
  })

  it('reads numeric ids without rounding', () => {
    const [change] = read(
      '{"entry":[{"id":17841405822304913,"changes":[{"field":"x","value":{"id":17841405822304913}}]}]}',
    )
    expect(change).toMatchObject({ accountId: '17841405822304913', value: { id: '17841405822304913' } })
  })

  it('reads a change directly in its entry, a list of bodies, and messages', () => {
    const entry = { id: '1', time: 1_772_998_024_000, field: 'comments', value: { id: '9' } }
    expect(read([{ object: 'instagram', entry: [entry] }])).toMatchObject([
      { field: 'comments', value: { id: '9' }, envelope: entry },
    ])
    const messages = { id: '1', time: 1, messaging: [{ message: { mid: 'm' } }], standby: [{}] }
    expect(read({ object: 'page', entry: [messages] })).toMatchObject([
      { type: 'MESSAGE', isStandby: false, value: { message: { mid: 'm' } } },
      { type: 'MESSAGE', isStandby: true },
    ])
  })

  it('reads the shape of Threads with one change or several', () => {
    const values = { value: { id: '8' }, field: 'replies' }
    const message = { app_id: '1', topic: 'moderate', target_id: '7', time: 1_723_226_877, values }
    expect(read(message)).toMatchObject([
      { object: 'moderate', accountId: '7', field: 'replies', value: { id: '8' }, envelope: message },
    ])
    expect(read({ ...message, values: [values, values] })).toHaveLength(2)
  })

  it('returns nothing for an empty body, and refuses an invalid one', () => {
    for (const body of [
      {},
      [],
      { entry: [] },
      { entry: [null, 7, { id: '1' }] },
      { entry: 'x' },
      [7],
      { values: 7 },
    ])
      expect(read(body)).toEqual([])
    for (const body of ['', 'no json', '"text"', '7', 'null']) expect(() => read(body)).toThrow(PlatformError)
  })

  it.each([
    ['changes', (letters: number) => `{"entry":[{"changes":[${'{"field":"x"},'.repeat(letters / 14)}{}]}]}`],
    ['entries', (letters: number) => `{"entry":[${'{"field":""},'.repeat(letters / 13)}{}]}`],
    ['brackets', (letters: number) => `{"entry":${'['.repeat(letters)}`],
  ])('is linear in the number of %s', (_what, make) => {
    expect(growthOf((text: string) => read(text), make)).toBeLessThan(MAX_GROWTH)
  })
})
