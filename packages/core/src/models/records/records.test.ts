import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError, userMessageOf } from '../../errors/index.js'
import { AppCredentials } from '../access/app-credentials.js'
import type { Message } from '../messages.js'
import { makePostFailure } from '../post-failure.js'
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
  it('restore app credentials', () => {
    const app = new AppCredentials({
      platform: 'mastodon',
      host: 'social.example',
      clientId: 'c',
      clientSecret: 's',
    })
    const restored = appFromRecord(throughJson(toRecord(app)))

    expect(restored.clientSecret).toBe('s')
    expect(restored.key).toEqual(['mastodon', 'social.example'])
  })

  it('restore the registration values of an app', () => {
    const registration = { name: 'Mine', redirectUri: 'https://app.example/', scopes: ['read'] }
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 's', registration })

    expect(appFromRecord(throughJson(toRecord(app)))).toEqual(app)
    expect(appFromRecord(throughJson(toRecord(app))).registration).toEqual(registration)
    expect(() => appFromRecord({ ...toRecord(app), registration: { name: 1 } })).toThrow(
      /name of the stored registration/,
    )
  })

  it('restore a public client without a secret and refuse a missing secret', () => {
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: null })
    const record = throughJson(toRecord(app))
    const { clientSecret: _lost, ...without } = record as Record<string, unknown> // safe cast: a record is a JSON object

    expect(appFromRecord(record).clientSecret).toBeNull()
    expect(() => fromRecord(without)).toThrow(/lacks its clientSecret/)
  })

  it('refuse hidden app credentials', () => {
    const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 's' })

    expect(() => fromRecord(throughJson(app))).toThrow(/toRecord/)
    expect(() => fromRecord({ ...toRecord(app), clientSecret: '[hidden]' })).toThrow(/clientSecret/)
  })

  it('restore an update with its hidden fields', () => {
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
    const restored = updateFromRecord(throughJson(toRecord(update)))

    expect(restored).toEqual(update)
    expect(restored.kind).toBe('UNKNOWN')
    expect(restored.kindName).toBe('something_new')
    expect(restored.raw).toEqual({ a: [1, '2'] })
    expect(restored.envelope).toEqual({ page: '9007199254740993' })
    expect(restored.actor?.raw).toEqual({ id: 'p1', more: true })
    expect(inspect(restored)).not.toContain('9007199254740993')
  })

  it('restore every field of an update', () => {
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

  it('restore a known kind of update as that kind', () => {
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

  it('restore a receipt', () => {
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

  it('restore a post result', () => {
    const result = makePostResult({
      id: '1',
      url: 'https://x.example/1',
      state: 'PROCESSING',
      raw: { id: 1 },
      cid: 'baf',
      idempotencyKey: 'k',
      notice: 'Only its owner sees it.',
    })
    const restored = postResultFromRecord(throughJson(toRecord(result)))

    expect(restored).toEqual(result)
    expect(restored.isDone).toBe(false)
    expect(restored.notice).toBe('Only its owner sees it.')
    expect(restored.raw).toEqual({ id: 1 })
  })

  it('restore a post result that was stored before notices existed', () => {
    const { notice: _notice, ...old } = throughJson(toRecord(makePostResult({ id: '1' }))) as JsonObject

    expect(fromRecord(old)).toEqual(makePostResult({ id: '1' }))
  })

  it('restore a message', () => {
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
    const restored = messageFromRecord(throughJson(toRecord(message)))

    expect(restored).toEqual(message)
    expect(restored.raw).toEqual({ id: 'm1' })
    expect(restored.attachments[0]?.raw).toEqual({ w: 3 })
  })

  it('restore a deleted message of another person with its sender and attachments', () => {
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

  it('are identified by fromRecord, which restores any kind', () => {
    expect(fromRecord(throughJson(toRecord(connection)))).toEqual(connection)
  })
})

it('a stored failure of a post keeps its user messages in both languages', () => {
  const userText = { en: '{network} needs {rate} frames.', de: '{network} braucht {rate} Bilder.' }
  const init = { reason: 'FRAME_RATE', message: 'frame_rate', network: 'TikTok', facts: { rate: '{24}' } }
  const failure = makePostFailure({ ...init, userText })
  const result = makePostResult({ id: '1', state: 'FAILED', failure })
  const read = postResultFromRecord(throughJson(toRecord(result)))
  expect(read.failure).toMatchObject({ code: 'FRAME_RATE', todo: 'CHANGE_POST', message: 'frame_rate' })
  expect(read.failure?.userMessage).toBe('TikTok needs (24) frames.')
  expect(userMessageOf(read.failure, { language: 'de' })).toBe('TikTok braucht (24) Bilder.')
  const unknown = makePostResult({ id: '1', state: 'FAILED' }).failure
  expect(userMessageOf(unknown, { language: 'de' })).toMatch(/^Das Netzwerk konnte/)
})

describe('an invalid record', () => {
  it.each([null, 'text', 7, [], {}, { kind: 'SOMETHING', version: 1 }])('is refused: %j', (value) => {
    expect(() => fromRecord(value)).toThrow(ConfigError)
  })

  it('is refused when it is JSON text, with a message that recommends JSON.parse', () => {
    expect(() => fromRecord(JSON.stringify(toRecord(connection)))).toThrow(/JSON\.parse/)
  })

  it('is refused when a later version wrote it', () => {
    expect(() => fromRecord({ ...toRecord(connection), version: 2 })).toThrow(/Update @social\/core/)
  })

  it('is refused when it is a record of another kind', () => {
    expect(() => appFromRecord(toRecord(connection))).toThrow(ConfigError)
  })

  it.each([
    ['a function', () => 1, 'a function'],
    ['a class instance', new Map(), 'a Map'],
    ['a bigint', 1n, 'a bigint'],
    ['not a number', Number.NaN, 'NaN'],
    ['an invalid date', new Date('no'), 'an invalid Date'],
  ])('is refused by toRecord when extra contains %s, with the path in the message', (_what, value, found) => {
    const bad = connection.with({ extra: { list: [{ here: value }] } })

    expect(() => toRecord(bad)).toThrow(`connection.extra.list[0].here holds ${found}`)
  })

  it('is refused by toRecord when it has a circular reference', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle

    expect(() => toRecord(connection.with({ extra: circle }))).toThrow(/a circular reference/)
  })

  it('never has a secret in the error message', () => {
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

  it('keeps a key named __proto__ as an own key', () => {
    const extra: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
    const record = toRecord(connection.with({ extra: extra as Record<string, unknown> })) // safe cast: `extra` was parsed from the JSON of an object

    expect(JSON.stringify(record)).toContain('"__proto__":{"polluted":true}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
