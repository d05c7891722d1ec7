import { types } from 'node:util'

import { ConfigError } from '../errors/index.js'

/**
 * What a port of the application threw, as an error. Errors are passed on as they are; some drivers throw strings, or
 * nothing, and then nobody can tell what failed.
 */
export function errorOfPort(thrown: unknown, method: string): Error {
  if (thrown instanceof Error || types.isNativeError(thrown)) return thrown
  const isNothing = thrown === undefined || thrown === null
  const kind = isNothing ? String(thrown) : `${typeof thrown === 'object' ? 'an' : 'a'} ${typeof thrown}`
  return new ConfigError(
    `${method} failed with ${kind} instead of an Error. Throw errors that say what is wrong.`,
    {
      cause: thrown,
    },
  )
}

/** Waits for what a port of the application answers, also at once; whatever it fails with is an error. */
export async function answerOfPort<T>(answer: Promise<T>, method: string): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    throw errorOfPort(thrown, method)
  }
}
