import { hash } from 'node:crypto'

/**
 * First letter of the job id by kind. Jobs with different letters never have the same id. Posts
 * and threads share a letter, because an idempotency key belongs to one post or one thread.
 */
const LETTERS = { PUBLISH: 'p', PUBLISH_THREAD: 'p', DELIVER: 'u', SWEEP: 's' } as const

/** Name of a kind of job. */
export type JobKind = keyof typeof LETTERS

/**
 * Creates a job id: a letter and a hash of the parts. The same parts always produce the same id.
 * The hash is required because queues do not accept the colons of connection ids or long keys.
 */
export function jobId(kind: JobKind, ...parts: readonly string[]): string {
  return LETTERS[kind] + hash('sha256', JSON.stringify(parts), 'base64url')
}

/** Returns true if the text is the name of a kind of job. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(LETTERS, kind)
}

/** Returns the SHA-256 hash of a text or of bytes, to detect different content. */
export function printOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url')
}
