import type { PostIssueInit } from '@social/core'
import { InvalidPostError } from '@social/core/store'

/** Makes the refusal of a post with one issue. */
export function refusedPost(
  platform: string | null,
  issue: PostIssueInit,
  cause?: unknown,
): InvalidPostError {
  return new InvalidPostError(issue.message, {
    issues: [issue],
    ...(platform !== null && { platform }),
    ...(cause !== undefined && { cause }),
  })
}
