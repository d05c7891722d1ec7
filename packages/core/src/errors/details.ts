import { cleanText } from './message-of.js'

/**
 * Errors are made where something has gone wrong already, often by a third party's network in plain JavaScript. A slip
 * there (no details, `retryAfter: 'soon'`, an error instead of words) must not hide the error that was to be told, so no
 * constructor of an error refuses anything: what cannot be used counts as not said.
 */

/** The details as far as they can be read; none when they are no object. */
export function readDetails<Details extends object>(details: Details | undefined): Partial<Details> {
  return typeof details === 'object' && details !== null ? details : {}
}

/** What stands in the place of words that were not given. */
const NO_TEXT = 'No message was given.'

/** The words of an error: text as it is, those of an error that was passed in their place, numbers in digits. */
export function readMessage(message: unknown): string {
  if (typeof message === 'string') return cleanText(message)
  if (message instanceof Error) return cleanText(message.message)
  return typeof message === 'number' || typeof message === 'bigint' ? String(message) : NO_TEXT
}

/** Text that was given, or what stands in its place. */
export function readPhrase(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** Text, or null. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A number, or null for what is none. */
export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

/** A moment, or null. */
export function readMoment(value: unknown): Date | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : null
}

/** True or false as it was said, else what is usual. */
export function readFlag(value: unknown, usual: boolean): boolean {
  return typeof value === 'boolean' ? value : usual
}

/** Seconds after which what is in another worker's hands is worth another try. */
export const BUSY_SECONDS = 5
