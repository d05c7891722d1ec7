import { strict as assert } from 'node:assert'

import { SocialBaseError } from '@social/core/platform'

import type { Subject } from './subject.js'

/** A check that is not yet bound to a platform. */
export interface CheckDefinition {
  /** Required behavior. The text continues a sentence that starts with the platform's name. */
  readonly name: string
  /**
   * Returns the reason why the check cannot run, if the reason is known before the run. Returns
   * false otherwise.
   */
  readonly skip?: (subject: Subject) => false | string
  readonly run: (subject: Subject) => void | Promise<void>
}

/** Fails the check. The message must contain the problem and the required action. */
export function fail(message: string): never {
  assert.fail(message)
}

/** Fails the check with `message` unless `holds` is true. */
export function must(holds: boolean, message: string): void {
  if (!holds) fail(message)
}

/**
 * Runs `work`, and returns the library error of a rejection. Returns null on success. Fails the
 * check for any other error.
 */
export async function libraryErrorOf(
  work: () => Promise<unknown>,
  what: string,
): Promise<SocialBaseError | null> {
  const promise = begin(work, what)
  must(isPromise(promise), `${what} must give a promise. Make it async.`)
  const error = await settled(promise)
  if (error === null || SocialBaseError.is(error)) return error
  return fail(
    `${what} rejected with ${nameOf(error)}, which is no error of the library. Its own arguments come first and the call last; failures are SocialBaseErrors.`,
  )
}

function begin(work: () => unknown, what: string): unknown {
  try {
    return work()
  } catch (error) {
    return fail(`${what} threw ${nameOf(error)} synchronously. Make it async: a refusal must be a rejection.`)
  }
}

/** Waits for a promise. Returns the error of a rejection, or null on success. */
async function settled(promise: unknown): Promise<unknown> {
  try {
    await promise
    return null
  } catch (error) {
    return error
  }
}

/** Returns true for a promise or another object with a `then` method. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Returns a short description of an error for failure messages. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
