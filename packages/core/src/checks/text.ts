import type { InvalidPostError, PostIssueInit } from '../errors/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { invalidPost } from './assert-all.js'

/** Place of a text in a post. */
type TextPlace = Pick<PostIssueInit, 'field' | 'optionPath' | 'mediaIndex'>

/**
 * Checks a text for characters that networks corrupt. A NUL character ends the text in many
 * databases. A lone surrogate (half an emoji) arrives as a question mark.
 *
 * @param text - Text passed by the application.
 * @param what - Name of the text for messages: `The post's text`.
 * @param platform - Registered name of the network.
 * @param place - Field of the post, for the issue. Default: `text`.
 * @throws InvalidPostError for a value that is not a string, a NUL, and half an emoji (a lone surrogate).
 */
export function readText(
  text: unknown,
  what: string,
  platform: string,
  place: TextPlace = { field: 'text' },
): string {
  if (typeof what !== 'string' || typeof platform !== 'string')
    throw wrongArgument('readText: what and platform', 'texts', typeof what === 'string' ? platform : what)
  const refuse = (message: string): InvalidPostError =>
    invalidPost(platform, { code: 'TEXT_INVALID', message, ...place })
  if (typeof text !== 'string') throw refuse(`${what} must be text, not ${describeValue(text)}.`)
  if (!text.isWellFormed())
    throw refuse(
      `${what} holds half an emoji, which would arrive as a question mark. Split texts between letters, with Intl.Segmenter instead of slice().`,
    )
  if (text.includes('\0'))
    throw refuse(`${what} holds a NUL character (U+0000), which networks cut off or refuse. Remove it.`)
  return text
}

/** Maximum depth to which options are searched for texts. No network has deeper options. */
const MAX_DEPTH = 6

/**
 * Applies the checks of `readText` to every string in the options, up to `MAX_DEPTH` levels.
 *
 * @throws InvalidPostError with the name of the option.
 */
export function refuseBadTexts(options: object, platform: string, path = '', depth = 0): void {
  if (typeof options !== 'object' || options === null)
    throw wrongArgument('refuseBadTexts: options', 'an object', options)
  for (const [name, value] of Object.entries(options)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string')
      readText(value, `The option ${at}`, platform, { field: 'options', optionPath: at })
    else if (isPlain(value) && depth < MAX_DEPTH) refuseBadTexts(value, platform, at, depth + 1)
  }
}

/** Returns true for lists and plain objects. Files and dates are checked elsewhere. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
