import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { aClient } from '../__fixtures__/sample.js'
import { readRequest, REQUEST_NAMES } from './direct-options.js'

const circle: Record<string, unknown> = {}
circle['self'] = circle

const unreadable = {
  toJSON: () => {
    throw new Error('careless')
  },
}

/** Values that no option accepts and that JSON cannot represent. */
const NOTHING_FITS: readonly unknown[] = [Symbol('s'), 10n]

/** For each option: invalid values that JavaScript callers may pass. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  query: ['a=b', 5, [], new Map()],
  form: ['a=b', true, []],
  headers: ['x', [], { accept: 5 }],
  json: [() => 1, { a: 10n }, circle, unreadable],
  multipart: [
    {},
    'x',
    [null],
    Array(1),
    [{ name: 'x' }],
    [{ name: 5, value: 'y' }],
    [{ name: 'x', value: 5 }],
    [{ name: 'x', filename: 'a', contentType: 'b', body: 'text' }],
  ],
  body: ['text', 5, [], { length: 5 }, { length: 'x', open: () => [] }],
  contentType: [5, {}],
  retry: ['sometimes', true],
  stallSeconds: [0, -1, Number.NaN, '5'],
  accept: [404, '404', {}, ['404'], Array(1)],
  replyAs: ['text', true],
  maxReplyBytes: [0, Number.NaN, 'x'],
  fromPerson: ['yes', 1],
  onSent: [{}, 'x'],
  secrets: ['secret', {}, [5]],
  readsOnly: ['yes', 0],
  cost: [5, {}, { units: 1 }, { units: '1', bucket: 'x' }],
}

it.each(REQUEST_NAMES)(
  'a direct request refuses a %s of the wrong type with a clear message',
  async (name) => {
    const { account, transport } = await aClient()
    for (const value of [...NOTHING_FITS, ...(WRONG[name] ?? [])]) {
      const asking = account.direct.post('/x', { [name]: value })
      await expect(asking).rejects.toThrow(ConfigError)
      await expect(asking).rejects.toThrow(`account.direct: ${name} must be`)
    }
    expect(transport.requests).toEqual([])
  },
)

describe('the options of a direct request', () => {
  it('are passed unchanged', () => {
    const given = {
      query: { a: 1 },
      headers: { accept: 'x' },
      multipart: [
        { name: 'a', value: 'b' },
        { name: 'c', filename: 'c.png', contentType: 'image/png', body: new Uint8Array(1) },
        { name: 'd', filename: 'd.png', contentType: 'image/png', body: { length: 0, async *open() {} } },
      ],
      retry: 'never',
      stallSeconds: 0.5,
      accept: [404],
      replyAs: 'bytes',
      maxReplyBytes: 1,
      fromPerson: true,
      secrets: ['x'],
      readsOnly: false,
      cost: { units: 1, bucket: 'reads' },
    } as const
    expect(readRequest(given, 'sample')).toEqual(given)
    expect(readRequest({ json: null }, 'sample')).toEqual({ json: null })
    expect(readRequest({ body: new Uint8Array(2), contentType: 'x' }, 'sample')).toEqual({
      body: new Uint8Array(2),
      contentType: 'x',
    })
  })

  it('are omitted if null or undefined', () => {
    const none = Object.fromEntries(
      REQUEST_NAMES.filter((name) => name !== 'json').map((name) => [name, null]),
    )
    expect(readRequest({ ...none, json: undefined }, 'sample')).toEqual({})
  })

  it('turn a failure of onSent into a warning', () => {
    const heard: unknown[] = []
    const hear = (message: unknown): void => void heard.push(message)
    subscribe('social.warning', hear)
    expect(() => readRequest({ onSent: unreadable.toJSON }, 'sample').onSent?.(5)).not.toThrow()
    unsubscribe('social.warning', hear)
    expect(heard).toEqual([expect.objectContaining({ message: 'onSent threw: careless' })])
  })
})
