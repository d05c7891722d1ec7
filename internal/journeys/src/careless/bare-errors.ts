import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'

/** Values that an untyped application may pass, and values from untrusted URLs; new for each call. */
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

export type EntryPoint = (...args: readonly unknown[]) => unknown

/** Wrong values for one argument, with other values or none for the others. */
const argumentsWith = (wrong: unknown): readonly (readonly unknown[])[] => [
  [wrong],
  ['x', wrong],
  [{}, wrong],
  [wrong, {}],
  ['x', 'y', wrong],
  ['x', {}, wrong],
]

/** Argument lists with an error in each. */
const wrongArguments = (): readonly (readonly unknown[])[] => wrongValues().flatMap(argumentsWith)

/** Longer than any delay of a busy machine; a longer wait never ends. */
const HANGS_AFTER_MS = 60_000

/** Waits for the result of an entry point, up to its first item, and closes it. */
async function endOf(answer: unknown): Promise<void> {
  const ended: unknown = await answer
  if (typeof ended !== 'object' || ended === null) return
  if (Symbol.asyncIterator in ended && typeof ended[Symbol.asyncIterator] === 'function') {
    const iterator = (ended as AsyncIterable<unknown>)[Symbol.asyncIterator]() // checked just above
    await iterator.next()
    await iterator.return?.()
  }
  if ('close' in ended && typeof ended.close === 'function') await ended.close()
}

async function withinTimeLimit(answer: unknown): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const alarm = setTimeout(() => {
    reject(new Error('The call did not end in time.'))
  }, HANGS_AFTER_MS)
  try {
    await Promise.race([endOf(answer), promise])
  } finally {
    clearTimeout(alarm)
  }
}

/** The emulator does not depend on core (docs/decisions/0003) and has its own errors. */
const OF_THE_EMULATOR: ReadonlySet<string> = new Set(['ControlError', 'MultipartError'])

function isOfTheLibrary(error: unknown): boolean {
  return SocialBaseError.is(error) || (error instanceof Error && OF_THE_EMULATOR.has(error.name))
}

/** An error of a call that is not an error of the library; null for none. */
async function bareError(entryPoint: EntryPoint, args: readonly unknown[]): Promise<unknown> {
  try {
    const answer = entryPoint(...args)
    if (typeof answer === 'object' && answer !== null) await withinTimeLimit(answer)
    return null
  } catch (error) {
    return isOfTheLibrary(error) ? null : error
  }
}

/**
 * Calls an entry point with wrong arguments of every kind.
 *
 * @param every - Uses only one of this many argument lists: 5 still covers every value and every position.
 * @returns Errors that are not errors of the library.
 */
export async function bareErrors(
  name: string,
  entryPoint: EntryPoint,
  every = 1,
): Promise<readonly string[]> {
  const bare: string[] = []
  for (const [at, args] of wrongArguments().entries()) {
    if (at % every !== 0) continue
    const error = await bareError(entryPoint, args)
    // The arguments themselves may have changed by now.
    if (error !== null)
      bare.push(
        `${name}(${inspect(wrongArguments()[at])}): ${error instanceof Error ? String(error) : inspect(error)}`,
      )
  }
  return bare
}
