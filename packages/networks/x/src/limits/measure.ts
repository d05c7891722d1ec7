import { composeText } from '@social/core/platform'

import { findWebAddresses } from './web-addresses.js'

// Weights of configuration 3 of twitter-text, which X uses.
// https://docs.x.com/fundamentals/counting-characters (read 2026-11-22)

/** Weight of a URL of any length. The weight is constant, because X shortens all URLs. */
const ADDRESS_WEIGHT = 23
/** Weight of an emoji, and of every character that does not have weight 1. */
const DEFAULT_WEIGHT = 2

/** Characters above U+10FF that have weight 1. */
const LIGHT = /[\u2000-\u200D\u2010-\u201F\u2032-\u2037]/
const LAST_LIGHT_LETTER = 0x10_ff

const isLight = (code: number): boolean =>
  code <= LAST_LIGHT_LETTER || (code <= 0xff_ff && LIGHT.test(String.fromCharCode(code)))

/**
 * Creates a pattern for all emoji of Unicode and for code points that are reserved for emoji,
 * because newer emoji weigh the same. The pattern also matches keycaps and the eye in a speech
 * bubble in their older encoding. Digits, `©` and `®` match only with their emoji modifiers.
 */
const makeEmoji = (): RegExp =>
  /\p{RGI_Emoji}|[0-9#*]\u20E3|\u{1F441}\u200D\u{1F5E8}|[©®]\uFE0F|\p{Regional_Indicator}|[[\p{Emoji_Presentation}\p{Extended_Pictographic}]--[©®\p{Regional_Indicator}]]\uFE0F?/vy

/**
 * The emoji pattern is compiled on first use, because compilation takes milliseconds and would slow down the import.
 */
let emoji: RegExp | null = null

function lengthOfEmoji(text: string, at: number): number {
  emoji ??= makeEmoji()
  emoji.lastIndex = at
  return emoji.exec(text)?.[0].length ?? 0
}

/** Returns the weight of a text by the rules of X. The calculation takes linear time for any text. */
export function weightOf(text: string): number {
  const normal = composeText(text)
  const addresses = new Map(findWebAddresses(normal).map(({ start, length }) => [start, length]))
  let weight = 0
  let at = 0
  while (at < normal.length) {
    const address = addresses.get(at)
    const emojiLength = address === undefined ? lengthOfEmoji(normal, at) : 0
    const code = normal.codePointAt(at) ?? 0
    if (address !== undefined) weight += ADDRESS_WEIGHT
    else if (emojiLength > 0) weight += DEFAULT_WEIGHT
    else weight += isLight(code) ? 1 : DEFAULT_WEIGHT
    at += address ?? (emojiLength > 0 ? emojiLength : code > 0xff_ff ? 2 : 1)
  }
  return weight
}
