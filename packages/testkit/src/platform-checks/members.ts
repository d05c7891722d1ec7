import { ABILITY_METHODS } from '@social/core/internal'

/** What every platform has: methods that answer at once, and those that give a promise. */
export const BASE_METHODS = {
  sync: ['apiBase', 'authHeaders', 'origins', 'readError', 'renewal'],
  async: ['limits', 'startLogin', 'finishLogin', 'refresh'],
} as const

/** Every name that a function of a platform may bear. */
export const KNOWN_METHODS: readonly string[] = [
  ...BASE_METHODS.sync,
  ...BASE_METHODS.async,
  'sign',
  ...Object.keys(ABILITY_METHODS),
]

/** Names of the functions of an object, its class included. */
export function functionsOf(subject: object): readonly string[] {
  const names = new Set<string>()
  const members = subject as Readonly<Record<string, unknown>> // only looked at by name
  for (
    let owner: unknown = subject;
    typeof owner === 'object' && owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  )
    for (const name of Object.getOwnPropertyNames(owner))
      if (name !== 'constructor' && typeof members[name] === 'function') names.add(name)
  return [...names]
}
