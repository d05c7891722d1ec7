import { types } from 'node:util'

/** Control characters except tab and line feed, and Unicode's own line breaks: all of them forge lines in a log. */
// oxlint-disable-next-line no-control-regex -- they are exactly what is taken out
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g
/** Marks and overrides of the writing direction: they show a text in another order than it has.
 *  https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters (read 2026-11-23) */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A text for messages and logs: a control character becomes a space, marks of the writing direction are removed. */
export function cleanText(text: string): string {
  return text.replaceAll(DIRECTIONS, '').replaceAll(CONTROLS, ' ')
}

/**
 * What a failure says, for a warning. Anything can be thrown: a value that is no error may hold anything and is not
 * repeated, and an error may throw when it is read.
 */
export function messageOf(error: unknown): string {
  try {
    const isError = error instanceof Error || types.isNativeError(error)
    if (isError && typeof error.message === 'string') return cleanText(error.message)
  } catch {
    // It says nothing.
  }
  return 'no reason given'
}
