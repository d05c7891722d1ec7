import { types } from 'node:util'

import { cleanText } from './clean-text.js'

/**
 * What a failure says, for a warning. Anything can be thrown: a value that is no error may hold anything and is not
 * repeated, and an error may throw when it is read.
 */
export function wordsOf(error: unknown): string {
  try {
    const isError = error instanceof Error || types.isNativeError(error)
    if (isError && typeof error.message === 'string') return cleanText(error.message)
  } catch {
    // It says nothing.
  }
  return 'no reason given'
}
