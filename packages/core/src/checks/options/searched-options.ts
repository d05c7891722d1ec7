import { type GenericSchema, getMetadata, metadata } from 'valibot'

import { ConfigError } from '../../errors/index.js'
import { assertString } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { nearMiss } from '../../models/values/near-miss.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { entriesOf, type SchemaView, viewOf } from './schema-view.js'

const SEARCHED = 'searched'

/**
 * Marks a post option whose values `account.searchChoices` can search. Use it as the last step of
 * the option's pipe.
 *
 * @example
 * locationId: v.optional(v.pipe(v.string(), searchedOption()))
 */
export const searchedOption = () => metadata<string, { readonly [SEARCHED]: true }>({ [SEARCHED]: true })

function isSearched(schema: SchemaView): boolean {
  const isMarked = getMetadata(schema as GenericSchema)[SEARCHED] === true // safe cast: a view is a schema
  return isMarked || (schema.wrapped !== undefined && isSearched(schema.wrapped))
}

/**
 * Returns the names of the post options that `account.searchChoices` can search, from the options
 * schema.
 */
export function searchedOptions(platform: {
  readonly postOptions?: GenericSchema | undefined
}): readonly string[] {
  assertObject(platform, 'searchedOptions', 'a platform')
  const { postOptions } = platform
  if (postOptions !== undefined && typeof postOptions !== 'object')
    throw wrongArgument('searchedOptions: postOptions', 'a schema of valibot', postOptions)
  const entries = platform.postOptions === undefined ? null : entriesOf(viewOf(platform.postOptions))
  return Object.entries(entries ?? {}).flatMap(([name, entry]) => (isSearched(entry) ? [name] : []))
}

/**
 * @throws ConfigError for an option that is not searchable. The message lists the searchable
 * options.
 */
export function assertSearchedOption(
  option: string,
  platform: { readonly name: string; readonly postOptions?: GenericSchema | undefined },
): void {
  assertString(option, 'assertSearchedOption: option')
  const names = searchedOptions(platform)
  if (names.includes(option)) return
  const meant = nearMiss(option, names)
  const known =
    names.length === 0 ? 'It has no searchable options.' : `Searchable options: ${names.join(', ')}.`
  const advice = meant === null ? known : `Did you mean "${meant}"?`
  throw new ConfigError(
    `${platform.name} cannot search for values of the option ${JSON.stringify(option.slice(0, 80))}. ${advice}`,
  )
}
