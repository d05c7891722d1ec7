import { hash } from 'node:crypto'

/**
 * What a job is about, as a letter: ids of two letters never meet. A post and a thread share theirs, because one key stands
 * for one of them.
 */
const LETTERS = { PUBLISH: 'p', PUBLISH_THREAD: 'p', CHECK_STATE: 'c', DELIVER: 'u', SWEEP: 's' } as const

/** The kinds of jobs there are. */
export type JobKind = keyof typeof LETTERS

/**
 * The id of a job: a letter and a hash, because queues refuse the colons of connection ids, and keys of any length. The
 * same parts always give the same id.
 */
export function jobId(kind: JobKind, ...parts: readonly string[]): string {
  return LETTERS[kind] + hash('sha256', JSON.stringify(parts), 'base64url')
}

/** True for the name of a kind. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(LETTERS, kind)
}

/** SHA-256 of text, to tell whether two are the same. */
export function printOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url')
}
