import { types } from 'node:util'

/** Control characters except tab and line feed, and Unicode line breaks. They can forge lines in a log. */
// oxlint-disable-next-line no-control-regex -- the expression removes them
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g
/** Unicode direction marks and overrides. They change the displayed order of a text.
 *  https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters (read 2026-11-23) */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Cleans a text for messages and logs: replaces control characters with spaces and removes direction marks. */
export function cleanText(text: string): string {
  return text.replaceAll(DIRECTIONS, '').replaceAll(CONTROLS, ' ')
}

/**
 * Message of a thrown value, for warnings. Values that are not errors are not quoted: they may contain secrets. Reading
 * the message of an error can throw.
 */
export function messageOf(error: unknown): string {
  try {
    const isError = error instanceof Error || types.isNativeError(error)
    if (isError && typeof error.message === 'string') return cleanText(error.message)
  } catch {
    // The message cannot be read.
  }
  return 'no reason given'
}
