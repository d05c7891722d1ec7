import { hash } from 'node:crypto'

/**
 * First letter of the job id. Ids of jobs with different letters never collide. Posts and threads share a letter: an
 * idempotency key belongs to one post or one thread.
 */
const LETTERS = { PUBLISH: 'p', PUBLISH_THREAD: 'p', CHECK_STATE: 'c', DELIVER: 'u', SWEEP: 's' } as const

/** All kinds of jobs. */
export type JobKind = keyof typeof LETTERS

/**
 * Makes the id of a job: a letter and a hash. Queues refuse the colons of connection ids, and long keys. The same parts
 * always give the same id.
 */
export function jobId(kind: JobKind, ...parts: readonly string[]): string {
  return LETTERS[kind] + hash('sha256', JSON.stringify(parts), 'base64url')
}

/** True for the name of a kind. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(LETTERS, kind)
}

/** SHA-256 hash, for comparison. */
export function printOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url')
}
