import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readMoment, readPhrase, readText } from './details.js'

const NOT_ALLOWED = Symbol.for('social.error.not-allowed')
const PERMISSION = Symbol.for('social.error.missing-permission')
const BLOCKED = Symbol.for('social.error.blocked')
const WINDOW = Symbol.for('social.error.reply-window-closed')

/** Error of an operation that the network forbids to this account. */
export class NotAllowedError extends SocialBaseError {
  override readonly name: string = 'NotAllowedError'
  readonly code: ErrorCode = 'NOT_ALLOWED'

  get [NOT_ALLOWED](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is NotAllowedError {
    return hasMark(value, NOT_ALLOWED)
  }
}

/** Details of a `MissingPermissionError`. */
export interface MissingPermissionDetails extends ErrorDetails {
  /** Permission that is missing: a scope, or a phrase such as `direct messages`. */
  readonly needs: string
  /** Recommended action for the user or the developer, as a full sentence. */
  readonly suggestion?: string | null | undefined
}

/**
 * Error of a connection that lacks a permission for the operation. `needs` names this permission.
 */
export class MissingPermissionError extends NotAllowedError {
  override readonly name: string = 'MissingPermissionError'
  override readonly code = 'MISSING_PERMISSION'
  /** Permission that is missing: a scope, or a phrase such as `direct messages`. */
  readonly needs: string
  /**
   * Recommended action for the user or the developer, as a full sentence. Null if there is no
   * suggestion.
   */
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

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is MissingPermissionError {
    return hasMark(value, PERMISSION)
  }
}

/** Error of an operation between two accounts of which one blocks the other. */
export class BlockedError extends NotAllowedError {
  override readonly name: string = 'BlockedError'
  override readonly code = 'BLOCKED'

  get [BLOCKED](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is BlockedError {
    return hasMark(value, BLOCKED)
  }
}

/** Details of a `ReplyWindowClosedError`. */
export interface ReplyWindowClosedDetails extends ErrorDetails {
  /** Time at which the time limit ended. Null if the network did not report it. */
  readonly closedAt?: Date | null | undefined
}

/**
 * Error of an answer after the network's time limit for answering a message. No network of the
 * library throws it yet.
 */
export class ReplyWindowClosedError extends NotAllowedError {
  override readonly name: string = 'ReplyWindowClosedError'
  override readonly code = 'REPLY_WINDOW_CLOSED'
  /** Time at which the time limit ended. Null if the network did not report it. */
  readonly closedAt: Date | null

  constructor(message: string, details: ReplyWindowClosedDetails = {}) {
    super(message, details)
    this.closedAt = readMoment(readDetails(details).closedAt)
  }

  get [WINDOW](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is ReplyWindowClosedError {
    return hasMark(value, WINDOW)
  }
}
