import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { journalText, portArguments } from './port-arguments.js'

const KEY = { connectionId: 'c', operation: 'post', idempotencyKey: 'k' }
const NOTES = { platform: 'mastodon', redirectUri: 'https://app.example/callback' }

/** An argument of a method: its name, a valid value, and invalid values. */
type Taken = readonly [name: string, right: unknown, wrong: readonly unknown[]]
const text = (name: string): Taken => [name, '', [null, undefined, 7]]
const json = (name: string): Taken => [name, {}, ['text', [], 7]]
const lease: Taken = [
  'options.leaseSeconds',
  { leaseSeconds: 0 },
  [{}, { leaseSeconds: -1 }, { leaseSeconds: Infinity }, { leaseSeconds: '1' }],
]
const key: Taken = [
  'key',
  KEY,
  [null, 'k', ...Object.keys(KEY).map((name) => ({ ...KEY, [name]: undefined }))],
]

const METHODS: Readonly<Record<string, readonly Taken[]>> = {
  'locks.withLock': [text('key'), ['work', () => 1, [undefined, 'work']], lease],
  'loginMemory.keep': [
    text('state'),
    ['notes', NOTES, [null, {}, { ...NOTES, platform: 1 }, { ...NOTES, redirectUri: 1 }]],
    ['options.lifetimeSeconds', { lifetimeSeconds: 0 }, [undefined, { lifetimeSeconds: -1 }]],
  ],
  'loginMemory.lookUp': [text('state')],
  'loginMemory.take': [text('state')],
  'loginMemory.forget': [text('state')],
  'seenUpdates.claim': [text('key'), lease],
  'seenUpdates.extend': [text('key'), text('claim'), lease],
  'seenUpdates.confirm': [text('key'), text('claim')],
  'seenUpdates.release': [text('key'), text('claim')],
  'journal.open': [key, text('fingerprint'), lease],
  'journal.save': [key, text('claim'), ['receipt', null, ['text', [], 7]], lease],
  'journal.finish': [key, text('claim'), json('result')],
  'journal.finishNew': [key, text('fingerprint'), json('result')],
  'journal.claimPost': [
    key,
    text('claim'),
    ['candidates', [{ id: '7', ageSeconds: 1 }], [7, [7], [{ id: 7, ageSeconds: 1 }], [{ id: '7' }]]],
    ['options.pick', { pick: 'ONLY' }, [7, {}, { pick: 'ANY' }]],
  ],
  'journal.release': [key, text('claim')],
  'journal.forgetBefore': [['moment', new Date(0), ['2026-01-01', new Date('never')]]],
  'markers.load': [text('connectionId'), text('feed')],
  'markers.save': [text('connectionId'), text('feed'), text('marker')],
  'spendingCounter.reserve': [
    text('bucket'),
    ['units', 0, [-1, Infinity, '1']],
    [
      'limit.',
      { units: 0, perSeconds: 1 },
      [null, { units: -1, perSeconds: 1 }, { units: 1, perSeconds: 0 }, { units: 1, perSeconds: Infinity }],
    ],
  ],
  'spendingCounter.giveBack': [text('bucket'), ['units', 0, [-1, '1']], text('reservation')],
  'spendingCounter.spent': [text('bucket'), ['perSeconds', 1, [0, Infinity, '1']]],
}

function methodOf(name: string): (...given: readonly unknown[]) => void {
  const [port = '', method = ''] = name.split('.')
  // safe cast: each check accepts arguments of type unknown
  const ports = portArguments as unknown as Record<
    string,
    Record<string, (...given: readonly unknown[]) => void>
  >
  const found = ports[port]?.[method]
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

it('every method of every port is tested here', () => {
  const known = Object.entries(portArguments).flatMap(([port, methods]) =>
    Object.keys(methods).map((method) => `${port}.${method}`),
  )
  expect(Object.keys(METHODS).toSorted()).toEqual(known.toSorted())
})

describe.each(Object.entries(METHODS))('%s', (name, taken) => {
  const right = taken.map(([, value]) => value)

  it('accepts valid arguments', () => {
    expect(() => methodOf(name)(...right)).not.toThrow()
  })

  it.each(
    taken.flatMap(([argument, , wrong], place) => wrong.map((value) => [argument, value, place] as const)),
  )('names its %s if the value is %o', (argument, value, place) => {
    const call = () => methodOf(name)(...right.with(place, value))
    expect(call).toThrow(ConfigError)
    expect(call).toThrow(`${name}: ${argument}`)
  })
})

const lock = (signal: unknown) => () =>
  portArguments.locks.withLock('k', () => 1, { leaseSeconds: 1, signal })

it('the signal of a lock is optional, but must be a valid AbortSignal', () => {
  for (const right of [undefined, null, new AbortController().signal]) expect(lock(right)).not.toThrow()
  expect(lock({})).toThrow('locks.withLock: options.signal must be an AbortSignal')
})

it('a journal accepts only objects that JSON can represent', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(journalText({ id: '1' }, 'journal: result')).toBe('{"id":"1"}')
  for (const wrong of [circle, { id: 1n }, [], 'text', undefined, { toJSON: () => 'text' }])
    expect(() => journalText(wrong, 'journal: result')).toThrow('journal: result')
})
