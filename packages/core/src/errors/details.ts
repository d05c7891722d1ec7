import { cleanText } from './message-of.js'

/**
 * Errors are often created by a third party's network package in plain JavaScript, where arguments can be wrong: no
 * details, `retryAfter: 'soon'`, an error in place of the message. This must not hide the original error.
 * Constructors of errors therefore never throw. They treat invalid values as missing.
 */

/** The details, or an empty object if they are not an object. */
export function readDetails<Details extends object>(details: Details | undefined): Partial<Details> {
  return typeof details === 'object' && details !== null ? details : {}
}

/** Message of an error that was created without one. */
const NO_TEXT = 'No message was given.'

/** Message of an error. Accepts text, an error (its message is used) and numbers. */
export function readMessage(message: unknown): string {
  if (typeof message === 'string') return cleanText(message)
  if (message instanceof Error) return cleanText(message.message)
  return typeof message === 'number' || typeof message === 'bigint' ? String(message) : NO_TEXT
}

/** The text, or `otherwise` if it is empty or not a string. */
export function readPhrase(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** The text, or null if the value is not a string. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The number, or null if the value is not a number. */
export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

/** The date, or null if the value is not a valid date. */
export function readMoment(value: unknown): Date | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : null
}

/** The flag, or `defaultValue` if the value is not a boolean. */
export function readFlag(value: unknown, defaultValue: boolean): boolean {
  return typeof value === 'boolean' ? value : defaultValue
}

/** Default `retryAfter` in seconds for work that another worker holds. */
export const BUSY_SECONDS = 5
