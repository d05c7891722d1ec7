import { strict as assert } from 'node:assert'

import { SocialBaseError } from '@social/core/platform'

import type { Subject } from './subject.js'

/** One check before it is bound to a platform. */
export interface CheckDefinition {
  /** A sentence that continues after the platform's name. */
  readonly name: string
  /** Why it cannot be made, as far as that can be told without running it; false when it can. */
  readonly skip?: (subject: Subject) => false | string
  readonly run: (subject: Subject) => void | Promise<void>
}

/** Fails a check, with what is wrong and what to do. */
export function fail(message: string): never {
  assert.fail(message)
}

/** Fails unless something holds. */
export function must(holds: boolean, message: string): void {
  if (!holds) fail(message)
}

/** What came of a piece of work: an error of the library, or nothing. */
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
    return fail(`${what} threw ${nameOf(error)} at once. Make it async: refusals arrive as rejections.`)
  }
}

/** What a promise was rejected with; null when it was not. */
async function settled(promise: unknown): Promise<unknown> {
  try {
    await promise
    return null
  } catch (error) {
    return error
  }
}

/** True for a promise, and for whatever can be awaited like one. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** An error in a few words. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
