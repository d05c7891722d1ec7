import { ConfigError } from '@social/core/store'
import { expect, it } from 'vitest'

import { fromStored, parseStored, parseStoredObject } from './stored.js'

const PLACE = 'The receipt 1'

it('returns the stored value', () => {
  expect(parseStored('[1]', PLACE)).toEqual([1])
  expect(parseStoredObject('{"step":"WAIT"}', PLACE)).toEqual({ step: 'WAIT' })
  expect(fromStored(PLACE, () => 'made')).toBe('made')
})

it.each([
  ['{"token":"hunter2"', 'the stored text is not JSON.'],
  ['["hunter2"]', 'the stored text is not a JSON object.'],
  ['"hunter2"', 'the stored text is not a JSON object.'],
  ['null', 'the stored text is not a JSON object.'],
])('names the row of %s and does not quote it', (text, why) => {
  const read = () => parseStoredObject(text, PLACE)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`The receipt 1 cannot be read: ${why} Restore it from a backup, or delete it.`)
})

const failing = (error: Error) => (): unknown =>
  fromStored(PLACE, () => {
    throw error
  })

it('reports the problem of a record, and omits errors that may quote it', () => {
  expect(failing(new ConfigError('It has no id.'))).toThrow('The receipt 1 cannot be read. It has no id.')
  expect(failing(new TypeError('hunter2'))).toThrow(
    'The receipt 1 cannot be read: the stored record is invalid',
  )
  expect(failing(new TypeError('hunter2'))).toThrow(ConfigError)
})
