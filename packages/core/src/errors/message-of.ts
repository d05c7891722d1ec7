import { types } from 'node:util'

/** Control characters except tab and line feed, and Unicode line breaks. They can forge lines in a log. */
// oxlint-disable-next-line no-control-regex -- the expression removes them
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g
/**
 * Matches Unicode direction marks and overrides, which change the displayed order of a text.
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters (read 2026-11-23)
 */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Cleans a text for messages and logs. Control characters become spaces, and direction marks are
 * removed.
 */
export function cleanText(text: string): string {
  return text.replaceAll(DIRECTIONS, '').replaceAll(CONTROLS, ' ')
}

/**
 * Returns the message of a thrown value, for a warning. A value that is not an error is not
 * quoted, because it may contain secrets.
 */
export function messageOf(error: unknown): string {
  try {
    const isError = error instanceof Error || types.isNativeError(error)
    if (isError && typeof error.message === 'string') return cleanText(error.message)
  } catch {
    // Reading the message of a thrown value can throw.
  }
  return 'no reason given'
}
