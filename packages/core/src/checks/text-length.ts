import type { Platform } from '../contract/index.js'
import { ConfigError, type InvalidPostError, type RawData } from '../errors/index.js'
import type { Limits, TextCount } from '../models/index.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { measureText } from '../text/measure.js'
import { invalidPost } from './assert-all.js'

/** Platform, account limits and post options for measuring a text. */
export interface MeasureContext {
  readonly platform: Pick<Platform, 'name' | 'measureText'>
  readonly limits: Limits
  /** The post's options, because some networks also count text in options. */
  readonly options: object
}

/**
 * For each unit: its singular and plural for messages, and a sentence that explains unexpected
 * counts.
 */
const UNITS: Readonly<Record<TextCount, readonly [one: string, many: string, surprise: string]>> = {
  CHARACTERS: ['character', 'characters', ''],
  GRAPHEMES: ['letter', 'letters', 'Every emoji counts as one letter.'],
  UTF8_BYTES: [
    'byte',
    'bytes',
    'Bytes are those of UTF-8: "é" counts as 2, and most emoji count as 4 or more.',
  ],
  UTF16_UNITS: [
    'character',
    'characters',
    'The network counts UTF-16 units, like text.length: most emoji count as 2 or more.',
  ],
  NETWORK: [
    'character',
    'characters',
    'The network has its own counting rules. account.measureText uses the same rules.',
  ],
}

/**
 * Measures a text by the network's rule: in the unit of the limits, or with the platform's
 * `measureText`.
 *
 * @throws ConfigError if the unit is `NETWORK` and the platform has no `measureText`.
 */
export function measurePost(text: string, context: MeasureContext): number {
  assertMeasuring(text, context, 'measurePost')
  const { platform, limits } = context
  if (limits.textCountedIn !== 'NETWORK') return measureText(text, limits.textCountedIn)
  if (!platform.measureText)
    throw new ConfigError(
      `${platform.name} measures text with its own rules but has no measureText(). Add the method to the platform.`,
    )
  return platform.measureText(text, { options: context.options as RawData, limits }) // safe cast: `measureText` reads the options by name
}

/** Checks the argument types cheaply, because this function runs for every post. */
function assertMeasuring(text: unknown, context: MeasureContext, caller: string): void {
  if (typeof text !== 'string') throw wrongArgument(`${caller}: text`, 'text', text)
  if (
    typeof context?.limits !== 'object' ||
    typeof context.platform !== 'object' ||
    !context.limits ||
    !context.platform
  )
    throw wrongArgument(`${caller}: context`, '{ platform, limits, options }', context)
}

/** Returns true if the text is within the limit in any unit, so that it need not be counted. */
function isSurelyShort(text: string, unit: TextCount, limit: number): boolean {
  if (unit === 'NETWORK') return false
  return text.length * (unit === 'UTF8_BYTES' ? 3 : 1) <= limit
}

function tooLong(count: number, limit: number, unit: TextCount, platform: string): InvalidPostError {
  const [one, many, surprise] = UNITS[unit]
  const sentences = [
    `The text has ${count} ${count === 1 ? one : many}; ${platform} takes at most ${limit}.`,
    surprise,
    `Shorten it by ${count - limit}.`,
  ]
  return invalidPost(platform, {
    field: 'text',
    code: 'TEXT_TOO_LONG',
    limit,
    actual: count,
    facts: { unit, over: count - limit },
    message: sentences.filter(Boolean).join(' '),
  })
}

/**
 * Throws for a text over the length limit. Counts in the unit of the limits, then in bytes if the
 * network limits bytes.
 *
 * @throws InvalidPostError with the count, the limit and the unit.
 */
export function checkTextLength(text: string, context: MeasureContext): void {
  assertMeasuring(text, context, 'checkTextLength')
  const { maxTextLength, maxTextBytes, textCountedIn } = context.limits
  const { name } = context.platform
  if (maxTextLength !== null && !isSurelyShort(text, textCountedIn, maxTextLength)) {
    const count = measurePost(text, context)
    if (count > maxTextLength) throw tooLong(count, maxTextLength, textCountedIn, name)
  }
  if (maxTextBytes !== null && !isSurelyShort(text, 'UTF8_BYTES', maxTextBytes)) {
    const bytes = measureText(text, 'UTF8_BYTES')
    if (bytes > maxTextBytes) throw tooLong(bytes, maxTextBytes, 'UTF8_BYTES', name)
  }
}
