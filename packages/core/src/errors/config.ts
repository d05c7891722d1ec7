import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.config')

/**
 * Error of an application that is set up or called incorrectly, for example with a time without a
 * time zone. The library always throws this error to the application. The routes never turn it
 * into a response.
 */
export class ConfigError extends SocialBaseError {
  override readonly name: string = 'ConfigError'
  readonly code = 'CONFIG'

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is ConfigError {
    return hasMark(value, MARK)
  }
}
