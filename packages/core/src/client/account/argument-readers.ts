import type { ArgumentKinds, OptionKinds } from '../../contract/ability-row.js'
import { ConfigError } from '../../errors/index.js'
import { toOptionalMoment, type Update } from '../../models/index.js'
import { flagOf, limitOf, assertText, assertUpdate } from '../arguments.js'

/** Where an argument stands, for its refusal. */
export interface ArgumentPlace {
  readonly operation: string
  readonly name: string
  /** Id of the account that is asked. */
  readonly connectionId: string
}

type ArgumentReaders = {
  readonly [K in keyof ArgumentKinds]: (value: unknown, place: ArgumentPlace) => ArgumentKinds[K]
}
type OptionReaders = { readonly [K in keyof OptionKinds]: (value: unknown, name: string) => OptionKinds[K] }

function readText(value: unknown, name: string): string {
  assertText(value, name)
  return value
}

/** Reads each kind of argument that a row can name. All throw `ConfigError`. */
export const ARGUMENT_READERS: ArgumentReaders = {
  TEXT: (value, { name }) => readText(value, name),
  MARKER: (value, { name }) => (value === null ? null : readText(value, name)),
  MOMENT: (value, { name }) => toOptionalMoment(value, name),
  UPDATE(value, { connectionId }) {
    assertUpdate(value as Update, connectionId) // it refuses what is none
    return value as Update // as it has just shown
  },
  FIELDS(value, { operation, name }) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigError(`${operation} takes the ${name} to change as an object.`)
    return { ...value }
  },
}

/** Reads each kind of option that a row can name; null and undefined count as left out. All throw `ConfigError`. */
export const OPTION_READERS: OptionReaders = {
  TEXT: (value, name) => (value === undefined || value === null ? null : readText(value, name)),
  COUNT: (value, name) => limitOf(value, name),
  WORDS(value, name) {
    if (value === undefined || value === null) return null
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value
    throw new ConfigError(`${name} must be a list of the network's own words, as text.`)
  },
  TRUE: (value, name) => flagOf(value, name, true),
  FALSE: (value, name) => flagOf(value, name, false),
}
