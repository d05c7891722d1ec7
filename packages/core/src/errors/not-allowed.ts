import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readMoment, readPhrase, readText } from './details.js'

const NOT_ALLOWED = Symbol.for('social.error.not-allowed')
const PERMISSION = Symbol.for('social.error.missing-permission')
const BLOCKED = Symbol.for('social.error.blocked')
const WINDOW = Symbol.for('social.error.reply-window-closed')

/** The network forbids the operation. */
export class NotAllowedError extends SocialBaseError {
  override readonly name: string = 'NotAllowedError'
  readonly code: ErrorCode = 'NOT_ALLOWED'

  get [NOT_ALLOWED](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is NotAllowedError {
    return hasMark(value, NOT_ALLOWED)
  }
}

/** Details of a missing permission. */
export interface MissingPermissionDetails extends ErrorDetails {
  /** The missing permission: a scope or a phrase (`direct messages`). */
  readonly needs: string
  /** Recommended action, as a full sentence. */
  readonly suggestion?: string | null | undefined
}

/** The connection lacks the permission in `needs`. */
export class MissingPermissionError extends NotAllowedError {
  override readonly name: string = 'MissingPermissionError'
  override readonly code = 'MISSING_PERMISSION'
  /** The missing permission. */
  readonly needs: string
  /** Recommended action; null if there is none. */
  readonly suggestion: string | null

  constructor(details: MissingPermissionDetails) {
    const given = readDetails(details)
    const [platform, suggestion] = [readText(given.platform), readText(given.suggestion)]
    const needs = readPhrase(given.needs, 'a permission')
    const who = platform ? `${platform} refused: the connection` : 'The connection'
    super([`${who} lacks ${needs}.`, suggestion].filter(Boolean).join(' '), details)
    this.needs = needs
    this.suggestion = suggestion
  }

  get [PERMISSION](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is MissingPermissionError {
    return hasMark(value, PERMISSION)
  }
}

/** One of the two accounts blocks the other. */
export class BlockedError extends NotAllowedError {
  override readonly name: string = 'BlockedError'
  override readonly code = 'BLOCKED'

  get [BLOCKED](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is BlockedError {
    return hasMark(value, BLOCKED)
  }
}

/** Details of a closed reply window. */
export interface ReplyWindowClosedDetails extends ErrorDetails {
  /** Time at which the window closed; null if the network did not report it. */
  readonly closedAt?: Date | null | undefined
}

/** The time limit for answering a message has passed. Reserved: no network of the library throws this error yet. */
export class ReplyWindowClosedError extends NotAllowedError {
  override readonly name: string = 'ReplyWindowClosedError'
  override readonly code = 'REPLY_WINDOW_CLOSED'
  /** Time at which the window closed; null if the network did not report it. */
  readonly closedAt: Date | null

  constructor(message: string, details: ReplyWindowClosedDetails = {}) {
    super(message, details)
    this.closedAt = readMoment(readDetails(details).closedAt)
  }

  get [WINDOW](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is ReplyWindowClosedError {
    return hasMark(value, WINDOW)
  }
}
