import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails } from './details.js'
import { type PostIssue, type PostIssueInit, postIssuesOf, setIssues } from './user-messages/post-issue.js'

const INVALID = Symbol.for('social.error.invalid-post')
const CONFLICT = Symbol.for('social.error.idempotency-conflict')

/** Details of a post that cannot be published. */
export interface InvalidPostDetails extends ErrorDetails {
  /** All problems of the post. Default: one issue for the whole post, with the message of the error. */
  readonly issues?: readonly PostIssueInit[] | undefined
}

/** The post cannot be published: for example it is empty or too long, a file is unreadable, or an option is unknown. */
export class InvalidPostError extends SocialBaseError {
  override readonly name: string = 'InvalidPostError'
  readonly code: ErrorCode = 'INVALID_POST'

  constructor(message: string, details: InvalidPostDetails = {}) {
    super(message, details)
    const { issues, userText, facts } = readDetails(details)
    const whole = { field: 'post', code: this.reason ?? 'POST_INVALID', message: this.message } as const
    const isGiven = Array.isArray(issues) && issues.length > 0
    setIssues(this, isGiven ? issues : [{ ...whole, userText, facts }])
  }

  get [INVALID](): true {
    return true
  }

  /** All problems of the post, in the order of the checks. */
  get issues(): readonly PostIssue[] {
    return postIssuesOf(this)
  }

  /** User messages of all issues. */
  override get userMessage(): string {
    return this.issues.map(({ userMessage }) => userMessage).join(' ')
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is InvalidPostError {
    return hasMark(value, INVALID)
  }
}

/** Error of an idempotency key that was used before with other content. Nothing was sent. */
export class IdempotencyConflictError extends InvalidPostError {
  override readonly name: string = 'IdempotencyConflictError'
  override readonly code = 'IDEMPOTENCY_CONFLICT'

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { ...details, reason: 'IDEMPOTENCY_CONFLICT' })
  }

  get [CONFLICT](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is IdempotencyConflictError {
    return hasMark(value, CONFLICT)
  }
}
