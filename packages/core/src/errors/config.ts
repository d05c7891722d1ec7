import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.config')

/** A mistake in the application's own set-up, or a moment without a time zone. Raised, never answered by a route. */
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
