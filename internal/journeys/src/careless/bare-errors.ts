import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'

/** What an application without types may pass, and what strangers put into addresses; new at each call. */
const wrongValues = (): readonly unknown[] => [
  undefined,
  null,
  0,
  -1,
  Number.NaN,
  '',
  'x',
  '..',
  '%E0%A4%A',
  '\ud800',
  'a\0b',
  true,
  [],
  [null],
  {},
  { xyzzy: 1 },
  Object.create(null),
  Symbol('s'),
  10n,
  new Date(Number.NaN),
  new Map(),
]

export type Door = (...args: readonly unknown[]) => unknown

/** Wrong values at one place, with something else, or nothing, at the others. */
const argumentsWith = (wrong: unknown): readonly (readonly unknown[])[] => [
  [wrong],
  ['x', wrong],
  [{}, wrong],
  [wrong, {}],
  ['x', 'y', wrong],
  ['x', {}, wrong],
]

/** Lists of arguments with something wrong in each. */
const wrongArguments = (): readonly (readonly unknown[])[] => wrongValues().flatMap(argumentsWith)

/** Longer than any stall of a busy machine; whatever waits longer waits for ever. */
const HANGS_AFTER_MS = 60_000

/** Waits for what a door answered, as far as its first item, and closes what can be closed. */
async function endOf(answer: unknown): Promise<void> {
  const settled: unknown = await answer
  if (typeof settled !== 'object' || settled === null) return
  if (Symbol.asyncIterator in settled && typeof settled[Symbol.asyncIterator] === 'function') {
    const iterator = (settled as AsyncIterable<unknown>)[Symbol.asyncIterator]() // asked for just above
    await iterator.next()
    await iterator.return?.()
  }
  if ('close' in settled && typeof settled.close === 'function') await settled.close()
}

async function withinReason(answer: unknown): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const alarm = setTimeout(() => {
    reject(new Error('It never ends.'))
  }, HANGS_AFTER_MS)
  try {
    await Promise.race([endOf(answer), promise])
  } finally {
    clearTimeout(alarm)
  }
}

/** The emulator stands without core (docs/decisions/0003), and has errors of its own. */
const OF_THE_EMULATOR: ReadonlySet<string> = new Set(['ControlError', 'MultipartError'])

function isOfTheLibrary(error: unknown): boolean {
  return SocialBaseError.is(error) || (error instanceof Error && OF_THE_EMULATOR.has(error.name))
}

/** What a call raises that is no error of the library; null when there is none. */
async function bareError(entryPoint: Door, args: readonly unknown[]): Promise<unknown> {
  try {
    const answer = entryPoint(...args)
    if (typeof answer === 'object' && answer !== null) await withinReason(answer)
    return null
  } catch (error) {
    return isOfTheLibrary(error) ? null : error
  }
}

/**
 * Calls a door with wrong arguments of every kind.
 *
 * @param every - Only each so-many-th list of arguments: 5 still has every value and every place.
 * @returns What it raised that is no error of the library.
 */
export async function bareErrors(name: string, entryPoint: Door, every = 1): Promise<readonly string[]> {
  const bare: string[] = []
  for (const [at, args] of wrongArguments().entries()) {
    if (at % every !== 0) continue
    const error = await bareError(entryPoint, args)
    // The arguments themselves may be changed by now.
    if (error !== null)
      bare.push(
        `${name}(${inspect(wrongArguments()[at])}): ${error instanceof Error ? String(error) : inspect(error)}`,
      )
  }
  return bare
}
