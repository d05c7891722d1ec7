import { ABILITY_METHODS } from '@social/core/internal'

/**
 * Required methods of every platform: methods that return a value, and methods that return a
 * promise.
 */
export const BASE_METHODS = {
  sync: ['apiBase', 'authHeaders', 'origins', 'readError', 'renewal'],
  async: ['limits', 'startLogin', 'finishLogin', 'refresh'],
} as const

/** Names of all methods in the platform interface. */
export const KNOWN_METHODS: readonly string[] = [
  ...BASE_METHODS.sync,
  ...BASE_METHODS.async,
  'sign',
  'updateActions',
  ...Object.keys(ABILITY_METHODS),
]

/** Returns the names of all functions of an object, including functions of its class. */
export function functionsOf(subject: object): readonly string[] {
  const names = new Set<string>()
  const members = subject as Readonly<Record<string, unknown>> // safe cast: the members are only read by name
  for (
    let owner: unknown = subject;
    typeof owner === 'object' && owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  )
    for (const name of Object.getOwnPropertyNames(owner))
      if (name !== 'constructor' && typeof members[name] === 'function') names.add(name)
  return [...names]
}
