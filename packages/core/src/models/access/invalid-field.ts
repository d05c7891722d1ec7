import { ConfigError } from '../../errors/index.js'

const MARK = Symbol.for('social.error.invalid-field')

/**
 * Runs the field checks of a model and marks the errors they throw. The mark separates invalid field values, which may
 * come from a network, from a wrong call of the constructor.
 *
 * @throws ConfigError of the check.
 */
export function checkFields<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (ConfigError.is(error)) Object.defineProperty(error, MARK, { value: true })
    throw error
  }
}

/** True for an error of `checkFields`, across copies of the package. */
export function isInvalidField(error: unknown): error is ConfigError {
  return ConfigError.is(error) && MARK in error
}
