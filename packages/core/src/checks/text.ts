import { InvalidPostError } from '../errors/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/**
 * Reads a text for a network. Characters that networks corrupt are refused: a NUL ends the text in many
 * databases, and half an emoji arrives as a question mark.
 *
 * @param text - Text passed by the application.
 * @param what - Its name, for messages: `The post's text`.
 * @param platform - Registered name of the network.
 * @throws InvalidPostError for anything but text, a NUL, and half an emoji (a lone surrogate).
 */
export function readText(text: unknown, what: string, platform: string): string {
  if (typeof what !== 'string' || typeof platform !== 'string')
    throw wrongArgument('readText: what and platform', 'texts', typeof what === 'string' ? platform : what)
  if (typeof text !== 'string')
    throw new InvalidPostError(`${what} must be text, not ${describeValue(text)}.`, { platform })
  if (!text.isWellFormed())
    throw new InvalidPostError(
      `${what} holds half an emoji, which would arrive as a question mark. Cut texts between letters, with Intl.Segmenter, not with slice().`,
      { platform },
    )
  if (text.includes('\0'))
    throw new InvalidPostError(
      `${what} holds a NUL character (U+0000), which networks cut off or refuse. Take it out.`,
      { platform },
    )
  return text
}

/** Maximum depth of the options searched; no network nests deeper. */
const DEEPEST = 6

/**
 * Applies the checks of `readText` to every text in the options, up to `DEEPEST` levels.
 *
 * @throws InvalidPostError naming the option.
 */
export function refuseBadTexts(options: object, platform: string, path = '', depth = 0): void {
  if (typeof options !== 'object' || options === null)
    throw wrongArgument('refuseBadTexts: options', 'an object', options)
  for (const [name, value] of Object.entries(options)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') readText(value, `The option ${at}`, platform)
    else if (isPlain(value) && depth < DEEPEST) refuseBadTexts(value, platform, at, depth + 1)
  }
}

/** True for lists and plain objects; files and dates are checked elsewhere. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
