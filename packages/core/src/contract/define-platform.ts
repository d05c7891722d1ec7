import type { GenericSchema } from 'valibot'

import { ConfigError } from '../errors/index.js'
import { assertString, assertTexts } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { withoutUndefined } from '../models/values/left-out.js'
import { FLAG_METHODS } from './ability-table.js'
import type { Feature } from './features.js'
import type { Platform, PlatformDefinition } from './platform.js'

/** Required format of a platform's registered name. */
export const PLATFORM_NAME = /^[a-z][a-z0-9_-]*$/

/**
 * Creates a platform. A flag without its methods, or an ability of the wrong type, does not compile. The flags are
 * also checked at run time, for JavaScript callers.
 *
 * @param definition - All features and methods that the network supports.
 * @throws ConfigError for an invalid name, or a flag without its methods.
 */
export function definePlatform<
  const N extends string,
  const F extends Feature,
  S extends GenericSchema,
  D extends PlatformDefinition<N, F, S>,
>(definition: D & PlatformDefinition<N, F, S>): Omit<D, 'features'> & Platform<N, F> {
  assertObject(definition, 'definePlatform', "{ name: 'mastodon', features: [], … }")
  const { name, features } = definition
  assertString(name, 'definePlatform: name')
  assertTexts(features, 'definePlatform: features')
  if (!PLATFORM_NAME.test(name))
    throw new ConfigError(
      `"${name}" is not a valid platform name. Use lower-case letters, digits, "_" and "-", a letter first.`,
    )
  const methods = definition as unknown as Readonly<Record<string, unknown>> // safe cast: the methods are only read by name
  for (const flag of features)
    for (const method of FLAG_METHODS[flag] ?? [])
      if (typeof methods[method] !== 'function')
        throw new ConfigError(
          `${name} lists ${flag} but has no ${method}(). Implement the method, or remove the flag.`,
        )
  const made = { ...withoutUndefined(definition), features: new Set(features) }
  Object.freeze(made)
  // safe cast: the set has exactly the flags of the list, and all other properties come from the definition
  return made
}
