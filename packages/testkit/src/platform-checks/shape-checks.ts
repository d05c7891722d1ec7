import { ABILITY_METHODS, FLAG_METHODS, nearMiss } from '@social/core/internal'
import { Feature } from '@social/core/platform'

import { FakePlatform } from '../fake-platform/fake-platform.js'
import { type CheckDefinition, fail, must } from './check.js'
import { BASE_METHODS, functionsOf, KNOWN_METHODS } from './members.js'
import type { Subject } from './subject.js'

const NAME = /^[a-z][a-z0-9_-]*$/
const WAYS_TO_POST: readonly Feature[] = ['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO']
const POSTING_FLAGS: readonly Feature[] = [...WAYS_TO_POST, 'SCHEDULE', 'REPLY']

function assertMembers({ members, platform }: Subject): void {
  for (const method of [...BASE_METHODS.sync, ...BASE_METHODS.async])
    must(typeof members[method] === 'function', `It has no ${method}(). Every platform has one.`)
  for (const method of BASE_METHODS.sync) assertSync(members[method], method)
  must(typeof platform.displayName === 'string' && platform.displayName !== '', 'It has no displayName.')
  const { developerPortal } = platform
  must(
    developerPortal === null || typeof developerPortal === 'string',
    'Its developerPortal must be an address, or null where there is none.',
  )
  const features: Partial<ReadonlySet<Feature>> = platform.features
  must(
    typeof features.has === 'function' && typeof features[Symbol.iterator] === 'function',
    'Its features must be a Set. Make it with definePlatform.',
  )
}

function assertSync(method: unknown, name: string): void {
  const isAsync = typeof method === 'function' && method.constructor.name === 'AsyncFunction'
  must(!isAsync, `${name}() must be synchronous. Remove async.`)
}

function assertWayToPost(subject: Subject): void {
  const { platform, hooks } = subject
  const flags = POSTING_FLAGS.filter((flag) => platform.features.has(flag))
  const canPost = flags.some((flag) => WAYS_TO_POST.includes(flag))
  if (hooks.readOnly) {
    must(
      flags.length === 0,
      `It is declared read-only, and lists ${flags.join(', ')}. Take one of the two back.`,
    )
    must(
      !subject.has('publish'),
      'It is declared read-only, and has a publish(). Leave out what cannot be done.',
    )
    return
  }
  must(
    canPost,
    'It lists none of POST_TEXT, POST_IMAGE, POST_VIDEO. Pass readOnly: true if it intentionally posts nothing.',
  )
}

function assertFlags({ platform }: Subject): void {
  for (const flag of platform.features) {
    must(
      Object.hasOwn(Feature, flag),
      `It lists "${flag}", which is no flag.${meant(flag, Object.keys(Feature))}`,
    )
    must(flag !== 'SUBSCRIBE_UPDATES', 'It lists SUBSCRIBE_UPDATES, which is reserved. Take it out.')
  }
}

function assertMethods(subject: Subject): void {
  for (const flag of subject.platform.features)
    for (const method of FLAG_METHODS[flag] ?? [])
      must(subject.has(method), `It lists ${flag} and has no ${method}(). Write it, or take the flag out.`)
  for (const [method, { sync }] of Object.entries(ABILITY_METHODS))
    if (sync) assertSync(subject.members[method], method)
  const readsPushed = subject.has('readUpdates') || subject.has('readUpdate')
  must(
    !subject.has('checkSignature') || readsPushed,
    'It has checkSignature() and no readUpdates(): what is pushed must be readable.',
  )
}

/**
 * Fails the check if only one of two related methods exists. For example, a platform that can hide
 * a comment must be able to show the comment again.
 */
function assertWholeAbilities(subject: Subject): void {
  for (const [method, { ability }] of Object.entries(ABILITY_METHODS)) {
    const others = Object.keys(ABILITY_METHODS).filter((other) => ABILITY_METHODS[other]?.ability === ability)
    const missing = others.find((other) => !subject.has(other))
    if (subject.has(method) && missing !== undefined)
      fail(`It has ${method}() and no ${missing}(): ${ability} needs both.`)
  }
}

function assertFlagsOfMethods(subject: Subject): void {
  for (const [method, { flag }] of Object.entries(ABILITY_METHODS))
    if (flag !== null && subject.has(method) && !subject.platform.features.has(flag))
      fail(
        `It has ${method}() and does not list ${flag}: it cannot be called. List the flag, or remove the method.`,
      )
}

function refuseStrangers({ platform, hooks }: Subject): void {
  const ofTheFake = platform instanceof FakePlatform ? functionsOf(FakePlatform.prototype) : []
  const known = new Set([...KNOWN_METHODS, ...(hooks.alsoHas ?? []), ...ofTheFake])
  for (const name of functionsOf(platform)) {
    if (known.has(name)) continue
    fail(
      `${name}() is no ability.${meant(name, KNOWN_METHODS)} Export what only this network can do as a function of a call; name what is meant to be there in alsoHas.`,
    )
  }
}

function meant(name: string, known: readonly string[]): string {
  const near = nearMiss(name, known)
  return near === null ? '' : ` Did you mean ${near}?`
}

/** Checks of the members of a platform object. */
export const shapeChecks: readonly CheckDefinition[] = [
  { name: 'has the members of every platform', run: assertMembers },
  {
    name: 'has a valid name',
    run: ({ platform }) =>
      must(
        NAME.test(platform.name),
        `"${platform.name}" is no name. Use lower-case letters, digits, "_" and "-", a letter first.`,
      ),
  },
  { name: 'can post something, or is declared read-only', run: assertWayToPost },
  // Holds R-0087.
  { name: 'lists flags that exist', run: assertFlags },
  // Holds R-0088.
  { name: 'has the methods behind each flag it lists', run: assertMethods },
  { name: 'has all methods of each ability', run: assertWholeAbilities },
  { name: 'lists the flag of each method it has', run: assertFlagsOfMethods },
  { name: 'has no unknown functions', run: refuseStrangers },
]
