import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { makeUpdate } from '../../models/index.js'
import { ARGUMENT_READERS, OPTION_READERS } from './argument-readers.js'

const place = { operation: 'updateLocation', name: 'field', connectionId: 'x:1' }
const update = makeUpdate({
  id: '1',
  kind: 'MENTION',
  platform: 'x',
  connectionId: 'x:1',
  timestamp: new Date(0),
  raw: {},
})

describe('an argument', () => {
  it.each([
    ['TEXT', 'words', 'words'],
    ['MARKER', 'm1', 'm1'],
    ['MARKER', null, null],
    ['MOMENT', undefined, null],
    ['MOMENT', new Date(5), new Date(5)],
    ['UPDATE', update, update],
    ['FIELDS', { title: 'Here' }, { title: 'Here' }],
  ] as const)('of kind %s is read: %s', (kind, given, read) => {
    expect(ARGUMENT_READERS[kind](given, place)).toEqual(read)
  })

  it.each([
    ['TEXT', '', 'field must be text'],
    ['MARKER', undefined, 'field must be text'],
    ['MOMENT', 'soon', 'field'],
    ['UPDATE', { ...update }, 'Pass the update as it was delivered'],
    ['FIELDS', [], 'updateLocation requires an object with the field to change.'],
    ['FIELDS', null, 'updateLocation requires an object with the field to change.'],
    ['FIELDS', 'title', 'updateLocation requires an object with the field to change.'],
  ] as const)('of kind %s is refused: %j', (kind, given, message) => {
    expect(() => ARGUMENT_READERS[kind](given, place)).toThrow(ConfigError)
    expect(() => ARGUMENT_READERS[kind](given, place)).toThrow(message)
  })

  it('that is an update of another account is refused', () => {
    const elsewhere = { ...place, connectionId: 'x:2' }
    expect(() => ARGUMENT_READERS.UPDATE(update, elsewhere)).toThrow('belongs to "x:1", not to x:2')
  })

  it('of fields is copied: later changes by the application are not sent', () => {
    const given = { title: 'Here' }
    const read = ARGUMENT_READERS.FIELDS(given, place)
    given.title = 'There'
    expect(read).toEqual({ title: 'Here' })
  })
})

describe('an option', () => {
  it.each([
    ['TEXT', 'c', 'c'],
    ['TEXT', undefined, null],
    ['TEXT', null, null],
    ['COUNT', 3, 3],
    ['COUNT', undefined, null],
    ['STRINGS', ['comments'], ['comments']],
    ['STRINGS', undefined, null],
    ['STRINGS', null, null],
    ['TRUE', undefined, true],
    ['TRUE', false, false],
    ['FALSE', undefined, false],
    ['FALSE', true, true],
  ] as const)('of kind %s is read: %j', (kind, given, read) => {
    expect(OPTION_READERS[kind](given, 'field')).toEqual(read)
  })

  it.each([
    ['TEXT', '', 'field must be text'],
    ['COUNT', 0, 'field must be a whole number above zero'],
    ['STRINGS', 'comments', 'field must be a list of strings, with values defined by the network.'],
    ['STRINGS', ['comments', 7], 'field must be a list of strings, with values defined by the network.'],
    ['TRUE', 'no', 'field must be true or false'],
    ['FALSE', 1, 'field must be true or false'],
  ] as const)('of kind %s is refused: %j', (kind, given, message) => {
    expect(() => OPTION_READERS[kind](given, 'field')).toThrow(ConfigError)
    expect(() => OPTION_READERS[kind](given, 'field')).toThrow(message)
  })
})
