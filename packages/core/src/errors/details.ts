import { cleanText } from './message-of.js'

/**
 * The functions below read the arguments of error constructors. Network packages written in
 * JavaScript may pass invalid arguments, such as `retryAfter: 'soon'` or an error instead of the
 * message. A constructor that threw would hide the original error, so invalid arguments are
 * treated as missing.
 */

/** Returns the details. If they are not an object, returns an empty object. */
export function readDetails<Details extends object>(details: Details | undefined): Partial<Details> {
  return typeof details === 'object' && details !== null ? details : {}
}

/** Message of an error that was created without a message. */
const NO_TEXT = 'No message was given.'

/**
 * Returns the message of an error. Accepts a string, a number, or another error with its message.
 */
export function readMessage(message: unknown): string {
  if (typeof message === 'string') return cleanText(message)
  if (message instanceof Error) return cleanText(message.message)
  return typeof message === 'number' || typeof message === 'bigint' ? String(message) : NO_TEXT
}

/** Returns a text. If the value is empty or not a string, returns `otherwise`. */
export function readPhrase(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** Returns a text. Null if the value is not a string. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns a number. Null if the value is not a number. */
export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

/** Returns a date. Null if the value is not a valid Date. */
export function readMoment(value: unknown): Date | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : null
}

/** Returns a boolean. If the value is not a boolean, returns `defaultValue`. */
export function readFlag(value: unknown, defaultValue: boolean): boolean {
  return typeof value === 'boolean' ? value : defaultValue
}

/** Default of `retryAfter` in seconds, for errors about work that another worker is doing. */
export const BUSY_SECONDS = 5
