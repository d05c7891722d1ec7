import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'

/**
 * Creates wrong argument values. An application in JavaScript could pass them, or copy them from a
 * request. Each call gets new values, because the tested code may change them.
 */
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

/**
 * Returns argument lists in which one argument is this wrong value. The other arguments are
 * missing or have another value.
 */
const argumentsWith = (wrong: unknown): readonly (readonly unknown[])[] => [
  [wrong],
  ['x', wrong],
  [{}, wrong],
  [wrong, {}],
  ['x', 'y', wrong],
  ['x', {}, wrong],
]

/** Returns argument lists that each contain a wrong value. */
const wrongArguments = (): readonly (readonly unknown[])[] => wrongValues().flatMap(argumentsWith)

/**
 * A call without a result after this time is considered to wait forever. No delay on a busy
 * machine is that long.
 */
const HANGS_AFTER_MS = 60_000

/**
 * Waits for the result of a call. For an iterator, waits for the first item and then closes the
 * iterator.
 */
async function endOf(answer: unknown): Promise<void> {
  const ended: unknown = await answer
  if (typeof ended !== 'object' || ended === null) return
  if (Symbol.asyncIterator in ended && typeof ended[Symbol.asyncIterator] === 'function') {
    const iterator = (ended as AsyncIterable<unknown>)[Symbol.asyncIterator]() // safe cast: the condition above checks that the value is async iterable
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

/**
 * Error classes of the emulator. They are not errors of the library, because the emulator does not
 * depend on core (docs/decisions/0003).
 */
const OF_THE_EMULATOR: ReadonlySet<string> = new Set(['ControlError', 'MultipartError'])

function isOfTheLibrary(error: unknown): boolean {
  return SocialBaseError.is(error) || (error instanceof Error && OF_THE_EMULATOR.has(error.name))
}

/**
 * Calls an entry point. Returns the thrown error if it is not an error of the library, and
 * otherwise null.
 */
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
 * Calls an entry point with every kind of wrong argument.
 *
 * @param every - Uses only every nth argument list. With 5, the calls still cover every value and
 * every position.
 * @returns The thrown errors that are not errors of the library, as text.
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
    // Uses a new argument list for the message, because the call may have changed its arguments.
    if (error !== null)
      bare.push(
        `${name}(${inspect(wrongArguments()[at])}): ${error instanceof Error ? String(error) : inspect(error)}`,
      )
  }
  return bare
}
