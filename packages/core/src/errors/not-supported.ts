import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase, readText } from './details.js'

const MARK = Symbol.for('social.error.not-supported')

/** Details of an operation that the network does not support. */
export interface NotSupportedDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** The unsupported operation, as a phrase: `deleting a post`. */
  readonly what: string
  /** Alternative, as full sentences. */
  readonly suggestion?: string | null | undefined
}

/** The network does not support the operation. Nothing was sent and nothing was approximated. */
export class NotSupportedError extends SocialBaseError {
  override readonly name: string = 'NotSupportedError'
  readonly code = 'NOT_SUPPORTED'
  declare readonly platform: string
  /** The unsupported operation, as a phrase. */
  readonly what: string
  /** Alternative; null if there is none. */
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

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is NotSupportedError {
    return hasMark(value, MARK)
  }
}
