import { describeValue } from '../../checks/index.js'
import { ClosedError, ConfigError, type PostIssue, postIssuesOf } from '../../errors/index.js'
import type { PostInput } from '../../models/index.js'
import type { AccountRunner } from '../account/account-runner.js'
import { assertConnectionId, readCallOptions } from '../arguments.js'
import type { CallOptions } from '../types.js'
import { dryRunPost } from './posting.js'

/** Maximum number of posts that are checked concurrently. Our choice. */
const CONCURRENCY = 8

/** A post to check for one account. */
export interface PostToCheck {
  readonly connectionId: string
  readonly post: PostInput
}

/** Result of the check of a post for one account. */
export interface PostCheck {
  readonly connectionId: string
  /** True if the check completed without a problem. */
  readonly isValid: boolean
  /** All problems of the post. Empty if the post is valid, and if the check failed. */
  readonly issues: readonly PostIssue[]
  /** Failure of the check itself: the network is unavailable, a rate limit, no connection. Null if it completed. */
  readonly error: Error | null
}

/**
 * Checks posts of several accounts concurrently.
 *
 * @returns One result for each entry, in the same order.
 * @throws ConfigError for entries of the wrong type. ClosedError if the client is closed.
 */
export async function checkPosts(
  runnerOf: (connectionId: string) => AccountRunner,
  entries: readonly PostToCheck[],
  given?: CallOptions,
): Promise<readonly PostCheck[]> {
  const options = readCallOptions(given, 'checkPosts')
  assertEntries(entries)
  const results: PostCheck[] = []
  const pending = entries.entries()
  const work = async () => {
    // All workers take their entries from the same iterator.
    // oxlint-disable-next-line no-await-in-loop -- each worker checks one post after another
    for (const [index, entry] of pending) results[index] = await checkOne(runnerOf, entry, options)
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, entries.length) }, work))
  options.signal?.throwIfAborted()
  return results
}

function assertEntries(entries: unknown): asserts entries is readonly PostToCheck[] {
  if (!Array.isArray(entries))
    throw new ConfigError(
      `client.checkPosts takes a list such as [{ connectionId, post }], not ${describeValue(entries)}.`,
    )
  for (const entry of Array.from<unknown>(entries)) {
    if (typeof entry !== 'object' || entry === null)
      throw new ConfigError(
        `client.checkPosts: each entry must be { connectionId, post }, not ${describeValue(entry)}.`,
      )
    assertConnectionId('connectionId' in entry ? entry.connectionId : undefined)
  }
}

async function checkOne(
  runnerOf: (connectionId: string) => AccountRunner,
  { connectionId, post }: PostToCheck,
  options: CallOptions,
): Promise<PostCheck> {
  try {
    await dryRunPost(runnerOf(connectionId), post, options)
    return { connectionId, isValid: true, issues: [], error: null }
  } catch (thrown) {
    if (ClosedError.is(thrown)) throw thrown
    const issues = postIssuesOf(thrown)
    if (issues.length > 0) return { connectionId, isValid: false, issues, error: null }
    const error = thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
    return { connectionId, isValid: false, issues, error }
  }
}
