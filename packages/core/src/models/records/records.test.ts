import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { AppCredentials } from '../access/app-credentials.js'
import type { Message } from '../messages.js'
import { makePostResult } from '../post.js'
import { makeAttachment, makePerson } from '../reading.js'
import type { JsonObject, Receipt } from '../receipt.js'
import { makeUpdate } from '../update.js'
import { model } from '../values/hidden.js'
import { throughJson, connection } from './__fixtures__/a-stored-connection.js'
import {
  appFromRecord,
  fromRecord,
  messageFromRecord,
  postResultFromRecord,
  receiptFromRecord,
  toRecord,
  updateFromRecord,
} from './records.js'

describe('the other records', () => {
  const person = makePerson({ id: 'p1', handle: 'a@b.example', raw: { id: 'p1', more: true } })

  // Holds R-0085.
  it('give app credentials back', () => {
    const app = new AppCredentials({
      platform: 'mastodon',
      host: 'social.example',
      clientId: 'c',
      clientSecret: 's',
    })
    const again = appFromRecord(throughJson(toRecord(app)))

    expect(again.clientSecret).toBe('s')
    expect(again.key).toEqual(['mastodon', 'social.example'])
  })

  it('give back what an app was registered with', () => {
    const registration = { name: 'Mine', redirectUri: 'https://app.example/', scopes: ['read'] }
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 's', registration })

    expect(appFromRecord(throughJson(toRecord(app)))).toEqual(app)
    expect(appFromRecord(throughJson(toRecord(app))).registration).toEqual(registration)
    expect(() => appFromRecord({ ...toRecord(app), registration: { name: 1 } })).toThrow(
      /name of the stored registration/,
    )
  })

  it('keep a public client without a secret, and take a lost secret for none', () => {
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: null })
    const record = throughJson(toRecord(app))
    const { clientSecret: _lost, ...without } = record as Record<string, unknown> // a record is a JSON object

    expect(appFromRecord(record).clientSecret).toBeNull()
    expect(() => fromRecord(without)).toThrow(/lost its clientSecret/)
  })

  it('refuse hidden app credentials', () => {
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 's' })

    expect(() => fromRecord(throughJson(app))).toThrow(/toRecord/)
    expect(() => fromRecord({ ...toRecord(app), clientSecret: '[hidden]' })).toThrow(/clientSecret/)
  })

  it('give an update back with what is hidden when it is printed', () => {
    const update = makeUpdate({
      id: 'u1',
      kind: 'something_new',
      platform: 'x',
      connectionId: 'x:1',
      timestamp: '2024-01-01T00:00:00Z',
      actor: person,
      postId: 'post-1',
      raw: { a: [1, '2'] },
      envelope: { page: '9007199254740993' },
    })
    const again = updateFromRecord(throughJson(toRecord(update)))

    expect(again).toEqual(update)
    expect(again.kind).toBe('UNKNOWN')
    expect(again.kindName).toBe('something_new')
    expect(again.raw).toEqual({ a: [1, '2'] })
    expect(again.envelope).toEqual({ page: '9007199254740993' })
    expect(again.actor?.raw).toEqual({ id: 'p1', more: true })
    expect(inspect(again)).not.toContain('9007199254740993')
  })

  it('give every field of an update back', () => {
    const update = makeUpdate({
      id: 'u1',
      kind: 'MENTION',
      platform: 'x',
      connectionId: 'x:1',
      timestamp: new Date(1),
      postId: '1',
      aboutPostId: '2',
      threadRootId: '3',
      conversationId: '4',
    })

    expect({ ...updateFromRecord(throughJson(toRecord(update))) }).toEqual({ ...update })
  })

  it('give a known kind of update back as that kind', () => {
    const update = makeUpdate({
      id: 'u1',
      kind: 'MENTION',
      kindName: 'mention',
      platform: 'x',
      connectionId: 'x:1',
      timestamp: new Date(0),
    })

    expect(updateFromRecord(throughJson(toRecord(update)))).toMatchObject({
      kind: 'MENTION',
      kindName: 'mention',
      actor: null,
    })
  })

  it('give a receipt back', () => {
    const receipt: Receipt = {
      version: 1,
      platform: 'youtube',
      step: 'WAIT',
      data: { session: 'https://upload.example/1', offset: 8_388_608 },
      createdAt: new Date('2024-01-01T00:00:00Z'),
      repeatableUntil: null,
      files: null,
    }

    expect(receiptFromRecord(throughJson(toRecord(receipt)))).toEqual(receipt)
  })

  it('give a post result back', () => {
    const result = makePostResult({
      id: '1',
      url: 'https://x.example/1',
      state: 'PROCESSING',
      raw: { id: 1 },
      cid: 'baf',
      idempotencyKey: 'k',
      notice: 'Only its owner sees it.',
    })
    const again = postResultFromRecord(throughJson(toRecord(result)))

    expect(again).toEqual(result)
    expect(again.isDone).toBe(false)
    expect(again.notice).toBe('Only its owner sees it.')
    expect(again.raw).toEqual({ id: 1 })
  })

  it('give a post result back that was written before there were notices', () => {
    const { notice: _notice, ...old } = throughJson(toRecord(makePostResult({ id: '1' }))) as JsonObject

    expect(fromRecord(old)).toEqual(makePostResult({ id: '1' }))
  })

  it('give a message back', () => {
    const message: Message = model({
      id: 'm1',
      conversationId: 'c1',
      sender: person,
      text: 'Hello',
      sentAt: new Date('2024-01-01T00:00:00Z'),
      isMine: true,
      deleted: false,
      attachments: [makeAttachment({ kind: 'image', width: 3, raw: { w: 3 } })],
      raw: { id: 'm1' },
    })
    const again = messageFromRecord(throughJson(toRecord(message)))

    expect(again).toEqual(message)
    expect(again.raw).toEqual({ id: 'm1' })
    expect(again.attachments[0]?.raw).toEqual({ w: 3 })
  })

  it('give back a message of somebody else that was deleted, with all that is known of sender and files', () => {
    const message: Message = model({
      id: 'm1',
      conversationId: 'c1',
      sender: makePerson({
        id: 'p1',
        handle: 'a@b.example',
        displayName: 'A',
        avatarUrl: 'https://b.example/a.png',
        url: 'https://b.example/@a',
      }),
      text: '',
      sentAt: new Date(1),
      isMine: false,
      deleted: true,
      attachments: [
        makeAttachment({
          kind: 'image',
          url: 'https://b.example/1.png',
          previewUrl: 'https://b.example/2.png',
          altText: 'A rocket',
          width: 3,
          height: 4,
        }),
      ],
      raw: {},
    })

    expect(messageFromRecord(throughJson(toRecord(message)))).toEqual(message)
  })

  it('are told apart by fromRecord, which gives back whatever they hold', () => {
    expect(fromRecord(throughJson(toRecord(connection)))).toEqual(connection)
  })
})

describe('what is no record', () => {
  it.each([null, 'text', 7, [], {}, { kind: 'SOMETHING', version: 1 }])('is refused: %j', (value) => {
    expect(() => fromRecord(value)).toThrow(ConfigError)
  })

  it('is refused when it is JSON text, and the message says to parse it', () => {
    expect(() => fromRecord(JSON.stringify(toRecord(connection)))).toThrow(/JSON\.parse/)
  })

  it('is refused when a later version wrote it', () => {
    expect(() => fromRecord({ ...toRecord(connection), version: 2 })).toThrow(/Update @social\/core/)
  })

  it('is refused when it is a record of something else', () => {
    expect(() => appFromRecord(toRecord(connection))).toThrow(ConfigError)
  })

  it.each([
    ['a function', () => 1, 'a function'],
    ['a class instance', new Map(), 'a Map'],
    ['a bigint', 1n, 'a bigint'],
    ['not a number', Number.NaN, 'NaN'],
    ['an invalid date', new Date('no'), 'an invalid Date'],
  ])('is refused on the way in when extra holds %s, naming the place', (_what, value, words) => {
    const bad = connection.with({ extra: { list: [{ here: value }] } })

    expect(() => toRecord(bad)).toThrow(`connection.extra.list[0].here holds ${words}`)
  })

  it('is refused on the way in when it is a circle', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle

    expect(() => toRecord(connection.with({ extra: circle }))).toThrow(/a circle/)
  })

  it('never says a secret in the refusal', () => {
    const record = { ...toRecord(connection), version: 9 }
    let refusal: unknown
    try {
      fromRecord(record)
    } catch (error) {
      refusal = error
    }

    expect(refusal).toBeInstanceOf(ConfigError)
    expect(inspect(refusal)).not.toMatch(/access-1|refresh-1|proof-1/)
  })

  it('keeps a key named __proto__ a key', () => {
    const extra: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
    const record = toRecord(connection.with({ extra: extra as Record<string, unknown> })) // parsed from the object above

    expect(JSON.stringify(record)).toContain('"__proto__":{"polluted":true}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
