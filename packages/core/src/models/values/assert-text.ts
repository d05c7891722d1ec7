import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'
import { wrongArgument } from './wrong-argument.js'

/**
 * Checks that a text can be stored and sent unchanged. Stores and networks cut a text at a NUL and
 * replace a lone surrogate by a question mark, so two different names could become equal.
 *
 * @param what - Name of the argument, for the error message: `idempotencyKey`.
 * @throws ConfigError for a NUL and for half an emoji (a lone surrogate).
 */
export function assertWholeText(text: string, what: string): void {
  if (typeof text !== 'string') throw wrongArgument(what, 'text', text)
  if (!text.isWellFormed())
    throw new ConfigError(
      `${labelOf(what)} holds half an emoji (a lone surrogate), which networks and stores do not preserve. Pass the whole character.`,
    )
  if (text.includes('\0'))
    throw new ConfigError(`${labelOf(what)} holds a NUL character (U+0000). Remove it.`)
}

/**
 * Checks that an id or another required text is valid.
 *
 * @param field - Name of the argument, for the error message: `postId`.
 * @throws ConfigError for an empty text, for a text with a NUL or half an emoji, and for any other
 * type.
 */
export function assertText(value: unknown, field: string): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(
      `${labelOf(field)} must be text that is not empty, not ${value === '' ? 'empty text' : describeValue(value)}.`,
    )
  assertWholeText(value, field)
}
