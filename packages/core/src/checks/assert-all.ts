import { copyError } from '../errors/base.js'
import { InvalidPostError, NotSupportedError } from '../errors/index.js'
import { issueInitsOf, type PostIssueInit, setIssues } from '../errors/user-messages/post-issue.js'
import { assertFunction } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Makes the refusal of a post with one issue. */
export function invalidPost(platform: string, issue: PostIssueInit): InvalidPostError {
  assertObject(issue, 'invalidPost: issue', '{ field, code, message }')
  return new InvalidPostError(issue.message, { platform, issues: [issue] })
}

/** True for an error that refuses a post and describes the problem as an issue. */
export function isRefusal(error: unknown): error is InvalidPostError | NotSupportedError {
  return (InvalidPostError.is(error) || NotSupportedError.is(error)) && issueInitsOf(error).length > 0
}

/**
 * Combines refusals of one post. The first refusal determines the class and its fields; the message and the issues are
 * those of all refusals, without repetitions.
 */
function combineRefusals(refusals: readonly Error[]): unknown {
  const [first, ...others] = refusals
  if (first === undefined || others.length === 0) return first
  // Of equal issues the first is kept. An issue of the same check, run again, may lack the index of the file.
  const issues = new Map<string, PostIssueInit>()
  for (const issue of refusals.flatMap(issueInitsOf))
    if (!issues.has(issue.message)) issues.set(issue.message, issue)
  const combined = copyError(first) as Error // a copy of an error is an error
  combined.message = [...issues.keys()].join(' ')
  setIssues(combined, [...issues.values()])
  return combined
}

/**
 * Runs all checks of a post, so that every problem is reported and not only the first.
 *
 * @param checks - Each check throws `InvalidPostError` or `NotSupportedError` for a problem.
 * @throws InvalidPostError or NotSupportedError: the class of the first problem, with the issues of all checks.
 *   An error of another kind is thrown immediately.
 */
export function assertAll(...checks: readonly (() => void)[]): void {
  for (const check of checks) assertFunction(check, 'assertAll', 'that checks the post')
  const refusals: Error[] = []
  for (const check of checks)
    try {
      check()
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusals.push(error)
    }
  if (refusals.length > 0) throw combineRefusals(refusals)
}

/** Like `assertAll`, for checks that read files. The checks run one after the other. */
export async function assertAllAsync(...checks: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (const check of checks) assertFunction(check, 'assertAllAsync', 'that checks the post')
  const refusals: Error[] = []
  for (const check of checks)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order of the issues is the order of the checks
      await check()
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusals.push(error)
    }
  if (refusals.length > 0) throw combineRefusals(refusals)
}
