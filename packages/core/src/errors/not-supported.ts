import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase, readText } from './details.js'

const MARK = Symbol.for('social.error.not-supported')

/** Details of something a network cannot do. */
export interface NotSupportedDetails extends ErrorDetails {
  /** Registered name of the network that cannot do it. */
  readonly platform: string
  /** What it cannot do, as a phrase: `deleting a post`. */
  readonly what: string
  /** What to do instead, as whole sentences. */
  readonly suggestion?: string | null | undefined
}

/** The network cannot do it. Nothing was sent, and nothing was approximated. */
export class NotSupportedError extends SocialBaseError {
  override readonly name: string = 'NotSupportedError'
  readonly code = 'NOT_SUPPORTED'
  declare readonly platform: string
  /** What the network cannot do, as a phrase. */
  readonly what: string
  /** What to do instead; null when there is nothing. */
  readonly suggestion: string | null

  constructor(details: NotSupportedDetails) {
    const given = readDetails(details)
    const suggestion = readText(given.suggestion)
    const what = readPhrase(given.what, 'this')
    const refusal = `${readPhrase(given.platform, 'The network')} does not support ${what}.`
    super([refusal, suggestion].filter(Boolean).join(' '), details)
    this.what = what
    this.suggestion = suggestion
  }

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is NotSupportedError {
    return hasMark(value, MARK)
  }
}
