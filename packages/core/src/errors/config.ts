import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.config')

/** The application is set up incorrectly, or a time has no time zone. Thrown; routes never turn it into a response. */
export class ConfigError extends SocialBaseError {
  override readonly name: string = 'ConfigError'
  readonly code = 'CONFIG'

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is ConfigError {
    return hasMark(value, MARK)
  }
}
