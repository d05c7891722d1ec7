// Calculates the length of a domain label in punycode (RFC 3492) without encoding the label. The
// constants are the punycode parameters of RFC 3492, section 5.
const BASE = 36
const MIN_THRESHOLD = 1
const MAX_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 128
/** Length of the prefix `xn--` of a punycode label. */
const PREFIX_LENGTH = 4

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  while (rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) / 2) {
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD))
    bias += BASE
  }
  return bias + Math.floor(((BASE - MIN_THRESHOLD + 1) * rest) / (rest + SKEW))
}

/**
 * Counts the digits of a number that is encoded as a generalized variable-length integer (RFC
 * 3492, section 3.3).
 */
function digitsOf(delta: number, bias: number): number {
  let digits = 1
  let rest = delta
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, k - bias))
    if (rest < threshold) return digits
    rest = Math.floor((rest - threshold) / (BASE - threshold))
    digits += 1
  }
}

function encodedLength(codes: readonly number[]): number {
  const basic = codes.filter((code) => code < FIRST_CODE).length
  const rare = [...new Set(codes)].filter((code) => code >= FIRST_CODE).toSorted((one, other) => one - other)
  let length = PREFIX_LENGTH + basic + (basic > 0 ? 1 : 0)
  let handled = basic
  let delta = 0
  let bias = FIRST_BIAS
  let before = FIRST_CODE
  for (const code of rare) {
    delta += (code - before) * (handled + 1)
    for (const one of codes) {
      if (one < code) delta += 1
      if (one !== code) continue
      length += digitsOf(delta, bias)
      bias = adapt(delta, handled + 1, handled === basic)
      delta = 0
      handled += 1
    }
    delta += 1
    before = code + 1
  }
  return length
}

/** Dots of other scripts. They separate labels like an ASCII dot. */
const OTHER_DOTS = /[\u3002\uFF0E\uFF61]/

function lengthOf(part: string, limit: number): number {
  if (/^[\0-\u007F]*$/.test(part)) return part.length
  // The text is cut to bound the work. Punycode is never shorter than the text it encodes, so the
  // result is above the limit anyway.
  const codes = Array.from(part.slice(0, 2 * limit + 2), (character) => character.codePointAt(0) ?? 0)
  return codes.length > limit ? limit + 1 : encodedLength(codes)
}

/**
 * Calculates the length of a domain label in punycode. An ASCII label keeps its length.
 *
 * @param limit - If the length exceeds the limit, the result is inexact, but above the limit.
 */
export function punycodeLength(label: string, limit: number): number {
  const parts = label.split(OTHER_DOTS)
  return parts.reduce((sum, part) => sum + lengthOf(part, limit), parts.length - 1)
}
