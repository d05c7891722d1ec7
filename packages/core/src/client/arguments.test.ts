import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makeUpdate } from '../models/index.js'
import {
  flagOf,
  limitOf,
  assertCallTypes,
  assertConnectionId,
  assertFunction,
  assertPeople,
  assertPushed,
  assertText,
  assertUpdate,
  readCallOptions,
} from './arguments.js'

/** Returns the error that the function throws. The test fails if the function throws nothing. */
function refusal(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (ConfigError.is(error)) return error
    throw error
  }
  throw new Error('It was taken.')
}

describe('options of a call', () => {
  it.each([undefined, null])('are empty if %s is passed', (options) => {
    expect(readCallOptions(options, 'post')).toEqual({})
  })

  it('are returned unchanged', () => {
    const options = { signal: new AbortController().signal, deadlineSeconds: 0.5, idempotencyKey: 'k' }
    expect(readCallOptions(options, 'post', ['idempotencyKey'])).toBe(options)
  })

  it.each([
    ['a text', 'launch', 'account.post takes its options as an object such as { idempotencyKey: … }, not'],
    ['a list', ['launch'], 'account.post takes its options as an object such as { idempotencyKey: … }, not'],
    ['an unknown name', { retries: 1 }, 'account.post does not know the option "retries".'],
    ['a near miss', { idempotencykey: 'k' }, 'Did you mean "idempotencyKey"?'],
    ['a field of the post', { text: 'x' }, `It is part of the post: { text: '…', text: … }.`],
    [
      'a publish time',
      { publishAt: 'x' },
      'account.post does not know the option "publishAt". It is part of',
    ],
  ])('are refused with a clear message: %s', (_what, options, sentence) => {
    expect(refusal(() => readCallOptions(options as object, 'post', ['idempotencyKey'])).message).toContain(
      sentence,
    )
  })

  it('use the signal as the example if no other option is accepted', () => {
    expect(refusal(() => readCallOptions(['x'] as object, 'like')).message).toContain('such as { signal: … }')
  })

  it('may have the name of a post field if the operation accepts it', () => {
    const options: object = { text: 'x' }
    expect(readCallOptions(options, 'search', ['text'])).toEqual({ text: 'x' })
  })
})

describe('types of the options of every call', () => {
  const listening = { addEventListener: () => {}, removeEventListener: () => {} }
  const made = { aborted: false, ...listening, throwIfAborted: () => {} } as unknown as AbortSignal // imitates the AbortSignal of a polyfill

  it.each([
    {},
    { signal: undefined, deadlineSeconds: undefined, onProgress: undefined },
    { signal: null as never },
    { signal: made },
    { onProgress: () => {} },
  ])('are accepted: %j', (options) => {
    expect(() => {
      assertCallTypes(options, 'account.post')
    }).not.toThrow()
  })

  it.each([
    [{ signal: {} }, 'account.post: signal must be an AbortSignal (controller.signal), not'],
    [{ signal: { aborted: false } }, 'account.post: signal must be'],
    [{ signal: listening }, 'account.post: signal must be'],
    [{ signal: { aborted: false, ...listening } }, 'account.post: signal must be'],
    [{ signal: new AbortController() }, 'account.post: signal must be'],
    [{ signal: 'stop' }, 'account.post: signal must be'],
    [{ deadlineSeconds: 0 }, 'account.post: deadlineSeconds must be a number above zero, not'],
    [{ deadlineSeconds: Number.NaN }, 'account.post: deadlineSeconds must be'],
    [{ deadlineSeconds: '5' }, 'account.post: deadlineSeconds must be'],
    [{ onProgress: 'log' }, 'account.post: onProgress must be a function, not'],
    [{ onProgress: null }, 'account.post: onProgress must be a function, not'],
  ])('are refused: %j', (options, sentence) => {
    expect(refusal(() => assertCallTypes(options as never, 'account.post')).message).toContain(sentence) // wrong types on purpose
  })
})

describe('one argument', () => {
  it.each<[string, () => void, string]>([
    [
      'an empty text',
      () => assertText('', 'postId'),
      'postId must be text that is not empty, not empty text.',
    ],
    ['a number as text', () => assertText(5, 'postId'), 'postId must be text that is not empty, not'],
    ['an empty id', () => assertConnectionId(''), 'The id of a connection must be text such as'],
    ['a number as id', () => assertConnectionId(5), 'The id of a connection must be text such as'],
    ['a value as function', () => assertFunction(5, 'run takes a function.'), 'run takes a function. It got'],
    ['a body that was parsed', () => assertPushed('{}', {}), 'must be its exact bytes'],
    [
      'a Headers object',
      () => assertPushed(new Uint8Array(), new Headers()),
      'Object.fromEntries(request.headers)',
    ],
    ['no headers', () => assertPushed(new Uint8Array(), null), 'must be an object with names in lower case'],
    ['a text as flag', () => flagOf('yes', 'again', false), 'again must be true or false, not'],
    ['a limit of none', () => limitOf(0), 'limit must be a whole number above zero, not'],
    ['half a limit', () => limitOf(1.5, 'depth'), 'depth must be a whole number above zero, not'],
    ['a text as limit', () => limitOf('5'), 'limit must be a whole number above zero, not'],
    ['nobody', () => assertPeople([]), 'startConversation requires at least one person'],
    ['one id without a list', () => assertPeople('1'), 'startConversation requires at least one person'],
    ['a person without an id', () => assertPeople(['1', '']), 'personIds must be text'],
  ])('is refused with a clear message: %s', (_what, work, sentence) => {
    expect(refusal(work).message).toContain(sentence)
  })

  it('is accepted if it is valid', () => {
    assertText('1', 'postId')
    assertConnectionId('x:1')
    assertFunction(() => {}, 'run takes a function.')
    assertPushed(Buffer.from('{}'), { a: '1' })
    assertPeople(['1'])
    expect([flagOf(undefined, 'f', true), flagOf(null, 'f', false), flagOf(false, 'f', true)]).toEqual([
      true,
      false,
      false,
    ])
    expect([limitOf(undefined), limitOf(null), limitOf(1)]).toEqual([null, null, 1])
  })
})

describe('an update to reply to', () => {
  const update = makeUpdate({
    id: '1',
    kind: 'MENTION',
    platform: 'x',
    connectionId: 'x:1',
    timestamp: new Date(0),
  })

  it('is accepted as delivered', () => {
    expect(() => {
      assertUpdate(update, 'x:1')
    }).not.toThrow()
  })

  it.each([null, 'u1', 5, { ...update }, { raw: {}, id: 1 }])('is refused as a copy: %j', (copy) => {
    expect(refusal(() => assertUpdate(copy as never, 'x:1')).message).toContain('has no raw') // wrong types on purpose
  })

  it('is refused when it belongs to another account, and the error contains the name of the network', () => {
    const error = refusal(() => assertUpdate(update, 'x:2'))
    expect(error.message).toBe(
      'The update belongs to "x:1", not to x:2. Use client.account(update.connectionId).',
    )
    expect(error).toMatchObject({ platform: 'x' })
  })
})
