import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readMoment, readPhrase, readText } from './details.js'

const NOT_ALLOWED = Symbol.for('social.error.not-allowed')
const PERMISSION = Symbol.for('social.error.missing-permission')
const BLOCKED = Symbol.for('social.error.blocked')
const WINDOW = Symbol.for('social.error.reply-window-closed')

/** The network forbids it. */
export class NotAllowedError extends SocialBaseError {
  override readonly name: string = 'NotAllowedError'
  readonly code: ErrorCode = 'NOT_ALLOWED'

  get [NOT_ALLOWED](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is NotAllowedError {
    return hasMark(value, NOT_ALLOWED)
  }
}

/** Details of a missing permission. */
export interface MissingPermissionDetails extends ErrorDetails {
  /** The one missing permission: a scope, or words for it (`direct messages`). */
  readonly needs: string
  /** What to do about it, as a whole sentence. */
  readonly suggestion?: string | null | undefined
}

/** The connection lacks one permission, which `needs` names. */
export class MissingPermissionError extends NotAllowedError {
  override readonly name: string = 'MissingPermissionError'
  override readonly code = 'MISSING_PERMISSION'
  /** The one missing permission. */
  readonly needs: string
  /** What to do about it; null when there is nothing more to say. */
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

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is MissingPermissionError {
    return hasMark(value, PERMISSION)
  }
}

/** A block stands between the two accounts, in either direction. */
export class BlockedError extends NotAllowedError {
  override readonly name: string = 'BlockedError'
  override readonly code = 'BLOCKED'

  get [BLOCKED](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is BlockedError {
    return hasMark(value, BLOCKED)
  }
}

/** Details of a closed reply window. */
export interface ReplyWindowClosedDetails extends ErrorDetails {
  /** When the window closed; null when the network did not say. */
  readonly closedAt?: Date | null | undefined
}

/** The time in which a message may be answered is over. Reserved: no network of the library raises it yet. */
export class ReplyWindowClosedError extends NotAllowedError {
  override readonly name: string = 'ReplyWindowClosedError'
  override readonly code = 'REPLY_WINDOW_CLOSED'
  /** When the window closed; null when the network did not say. */
  readonly closedAt: Date | null

  constructor(message: string, details: ReplyWindowClosedDetails = {}) {
    super(message, details)
    this.closedAt = readMoment(readDetails(details).closedAt)
  }

  get [WINDOW](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is ReplyWindowClosedError {
    return hasMark(value, WINDOW)
  }
}
