import type { ArgumentKinds, OptionKinds } from '../../contract/ability-row.js'
import { ConfigError } from '../../errors/index.js'
import { toOptionalMoment, type Update } from '../../models/index.js'
import { flagOf, limitOf, assertText, assertUpdate } from '../arguments.js'

/** Operation, argument and account that error messages name. */
export interface ArgumentPlace {
  readonly operation: string
  readonly name: string
  /** Id of the account. */
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

/** Readers for each kind of argument in the ability table. All throw `ConfigError` for an invalid value. */
export const ARGUMENT_READERS: ArgumentReaders = {
  TEXT: (value, { name }) => readText(value, name),
  MARKER: (value, { name }) => (value === null ? null : readText(value, name)),
  MOMENT: (value, { name }) => toOptionalMoment(value, name),
  UPDATE(value, { connectionId }) {
    assertUpdate(value as Update, connectionId) // safe cast: `assertUpdate` throws for any other value
    return value as Update // safe cast: `assertUpdate` has checked the value
  },
  FIELDS(value, { operation, name }) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigError(`${operation} requires an object with the ${name} to change.`)
    return { ...value }
  },
}

/**
 * Readers for each kind of option in the ability table. Null and undefined mean a missing option. All throw
 * `ConfigError` for an invalid value.
 */
export const OPTION_READERS: OptionReaders = {
  TEXT: (value, name) => (value === undefined || value === null ? null : readText(value, name)),
  COUNT: (value, name) => limitOf(value, name),
  MOMENT: (value, name) => toOptionalMoment(value, name),
  STRINGS(value, name) {
    if (value === undefined || value === null) return null
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value
    throw new ConfigError(`${name} must be a list of strings, with values defined by the network.`)
  },
  TRUE: (value, name) => flagOf(value, name, true),
  FALSE: (value, name) => flagOf(value, name, false),
}
