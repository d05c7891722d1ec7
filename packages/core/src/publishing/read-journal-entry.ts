import { types } from 'node:util'

import type { JournalEntry } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'

/** An answer that may be anything, looked at by its fields. */
type Given = Readonly<Record<string, unknown>>

/**
 * What the application's journal answered to `open`, looked at before anything is published on the strength of it. Drivers
 * answer `undefined` for a missing receipt, and hand-written journals give back rows.
 *
 * @throws ConfigError naming what is wrong, and what to answer instead.
 */
export function readEntry(answer: unknown): JournalEntry {
  if (typeof answer !== 'object' || answer === null) throw wrong(describeValue(answer))
  const { state, claim, receipt, result, freeAt } = answer as Given // an object, read by name only
  switch (state) {
    case 'NEW':
    case 'CONTINUE':
      if (typeof claim !== 'string' || claim === '') throw wrong(`${state} without a claim`)
      return { state, claim, receipt: receipt === undefined ? null : jsonOf(receipt, 'receipt', state) }
    case 'DONE': {
      const kept = jsonOf(result, 'result', state)
      if (kept === null) throw wrong('DONE without a result')
      return { state, result: kept }
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
  if (typeof value === 'string') throw wrong(`${state} with its ${what} as text; pass JSON.parse(text) on`)
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrong(`${state} with ${describeValue(value)} as its ${what}`)
  return value as JsonObject // what is in it is read where it is used
}

function wrong(got: string): ConfigError {
  return new ConfigError(
    `journal.open answered with ${got}. It must be { state: 'NEW' or 'CONTINUE', claim, receipt }, { state: 'BUSY', freeAt }, { state: 'DONE', result } or { state: 'CONFLICT' }.`,
  )
}
