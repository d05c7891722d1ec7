import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase, readText } from './details.js'
import { type PostIssue, type PostIssueInit, postIssuesOf, setIssues } from './user-messages/post-issue.js'

const MARK = Symbol.for('social.error.not-supported')

/** Details of a `NotSupportedError`. */
export interface NotSupportedDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** Unsupported operation as a phrase, such as `deleting a post`. */
  readonly what: string
  /** Alternative for the application, as full sentences. */
  readonly suggestion?: string | null | undefined
  /** Problem of the post, if a part of a post is unsupported. `message` defaults to the message of the error. */
  readonly issue?: (Omit<PostIssueInit, 'message'> & { readonly message?: string | undefined }) | undefined
}

/** Error of an operation that the network does not support. Nothing was sent. */
export class NotSupportedError extends SocialBaseError {
  override readonly name: string = 'NotSupportedError'
  readonly code = 'NOT_SUPPORTED'
  declare readonly platform: string
  /** Unsupported operation as a phrase, such as `deleting a post`. */
  readonly what: string
  /** Alternative for the application, as full sentences. Null if there is no alternative. */
  readonly suggestion: string | null

  constructor(details: NotSupportedDetails) {
    const given = readDetails(details)
    const suggestion = readText(given.suggestion)
    const what = readPhrase(given.what, 'this')
    const refusal = `${readPhrase(given.platform, 'The network')} does not support ${what}.`
    super([refusal, suggestion].filter(Boolean).join(' '), details)
    this.what = what
    this.suggestion = suggestion
    if (typeof given.issue === 'object')
      setIssues(this, [{ ...given.issue, message: given.issue.message ?? this.message }])
  }

  /** All problems of the post. Empty if the refusal concerns no post. */
  get issues(): readonly PostIssue[] {
    return postIssuesOf(this)
  }

  /** User messages of all issues; without issues, the general message. */
  override get userMessage(): string {
    return this.issues.map(({ userMessage }) => userMessage).join(' ') || super.userMessage
  }

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is NotSupportedError {
    return hasMark(value, MARK)
  }
}
