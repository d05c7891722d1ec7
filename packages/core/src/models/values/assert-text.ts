import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'
import { wrongArgument } from './wrong-argument.js'

/**
 * Makes sure that a name arrives as it is: stores and networks cut a text at a NUL, and write half an emoji as a question
 * mark. Two names that differ in nothing else would become one.
 *
 * @param what - Its name, for the message: `idempotencyKey`.
 * @throws ConfigError for a NUL, and half an emoji (a lone surrogate).
 */
export function assertWholeText(text: string, what: string): void {
  if (typeof text !== 'string') throw wrongArgument(what, 'text', text)
  if (!text.isWellFormed())
    throw new ConfigError(
      `${labelOf(what)} holds half an emoji (a lone surrogate), which neither a network nor a store keeps. Pass it whole.`,
    )
  if (text.includes('\0'))
    throw new ConfigError(`${labelOf(what)} holds a NUL character (U+0000), which no id has. Take it out.`)
}

/**
 * Makes sure that an id, or another text that must be there, is one.
 *
 * @param field - Its name, for the message: `postId`.
 * @throws ConfigError when it is anything but text, empty, or text that does not arrive whole.
 */
export function assertText(value: unknown, field: string): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(
      `${labelOf(field)} must be text that is not empty, not ${value === '' ? 'empty text' : describeValue(value)}.`,
    )
  assertWholeText(value, field)
}
