import { copyError } from '../errors/base.js'
import { InvalidPostError } from '../errors/index.js'
import { issueInitsOf, type PostIssueInit, setIssues } from '../errors/user-messages/post-issue.js'

/** Values of a refused file, besides code and message. */
interface RefusedFile extends Pick<PostIssueInit, 'limit' | 'actual'> {
  /** Name of the file for people. Null if it is unknown. */
  readonly file?: string | null | undefined
  readonly cause?: unknown
}

/** Makes the refusal of a post because of one of its files. */
export function refusedFile(
  code: PostIssueInit['code'],
  message: string,
  { file, cause, ...values }: RefusedFile = {},
): InvalidPostError {
  const issue = { field: 'media', code, message, facts: { file }, ...values } as const
  return new InvalidPostError(message, { issues: [issue], ...(cause !== undefined && { cause }) })
}

/** Adds the index of the file in the post to the issues of a refused file. Returns other values unchanged. */
export function atFile(error: unknown, mediaIndex: number): unknown {
  if (!InvalidPostError.is(error)) return error
  const copy = copyError(error) as Error // a copy of an error is an error
  const issues = issueInitsOf(error)
  setIssues(
    copy,
    issues.map((issue) => (issue.field === 'media' ? { mediaIndex, ...issue } : issue)),
  )
  return copy
}
