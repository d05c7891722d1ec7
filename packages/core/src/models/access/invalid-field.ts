import { ConfigError } from '../../errors/index.js'

const MARK = Symbol.for('social.error.invalid-field')

/**
 * Runs the field checks of a model and marks the errors that they throw. The mark shows that a
 * field value, which may come from a network, is invalid. Errors without the mark mean that the
 * constructor was called incorrectly.
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

/**
 * Returns true for an error that was marked by `checkFields`, also if another copy of the package
 * marked it.
 */
export function isInvalidField(error: unknown): error is ConfigError {
  return ConfigError.is(error) && MARK in error
}
