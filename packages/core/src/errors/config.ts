import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.config')

/** The application is set up incorrectly, or a time has no time zone. Thrown; routes never turn it into a response. */
export class ConfigError extends SocialBaseError {
  override readonly name: string = 'ConfigError'
  readonly code = 'CONFIG'

  get [MARK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is ConfigError {
    return hasMark(value, MARK)
  }
}
