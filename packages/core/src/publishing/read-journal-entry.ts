import { types } from 'node:util'

import type { JournalEntry } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'

/** Fields of an object that the journal returned, with values of unknown type. */
type Given = Readonly<Record<string, unknown>>

/**
 * Validates what the application's journal returned from `open`, before anything is published. Drivers return
 * `undefined` for a missing receipt, and custom journals may return database rows.
 *
 * @throws ConfigError with the invalid value and the accepted forms.
 */
export function readEntry(answer: unknown): JournalEntry {
  if (typeof answer !== 'object' || answer === null) throw wrong(describeValue(answer))
  const { state, claim, receipt, result, freeAt } = answer as Given // safe cast: every field is checked below
  switch (state) {
    case 'NEW':
    case 'CONTINUE':
      if (typeof claim !== 'string' || claim === '') throw wrong(`${state} without a claim`)
      return { state, claim, receipt: receipt === undefined ? null : jsonOf(receipt, 'receipt', state) }
    case 'DONE': {
      const json = jsonOf(result, 'result', state)
      if (json === null) throw wrong('DONE without a result')
      return { state, result: json }
    }
    case 'BUSY':
      if (!types.isDate(freeAt) || Number.isNaN(freeAt.getTime()))
        throw wrong('BUSY without a Date as freeAt')
      return { state, freeAt }
    case 'CONFLICT':
      return { state }
    default:
      throw wrong(`the state ${describeValue(state)}`)
  }
}

function jsonOf(value: unknown, what: string, state: string): JsonObject | null {
  if (value === null) return null
  if (typeof value === 'string') throw wrong(`${state} with its ${what} as text (return JSON.parse(text))`)
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrong(`${state} with ${describeValue(value)} as its ${what}`)
  return value as JsonObject // safe cast: the fields are validated where they are used
}

function wrong(got: string): ConfigError {
  return new ConfigError(
    `journal.open returned ${got}. It must be { state: 'NEW' or 'CONTINUE', claim, receipt }, { state: 'BUSY', freeAt }, { state: 'DONE', result } or { state: 'CONFLICT' }.`,
  )
}
