import { ASCII_DOMAINS, OTHER_DOMAINS } from './top-level-domains.js'

// Finds domains in a text by the rules of twitter-text 3.1.0. The patterns of twitter-text use so
// many lookbehinds that a long text could take minutes. This code reads every character a limited
// number of times.

/**
 * Characters that end a domain label: punctuation, spaces and direction marks. `-` and `_` are
 * allowed in a label.
 */
const NO_LETTER =
  /[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$\t-\r \u0085\u00A0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFFFE\uFEFF\uFFFF\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069]/

const ASCII_WORD = /[a-z0-9]+/iy
const PUNYCODE = /xn--[-0-9a-z]+/iy
/** Characters that must not directly follow a top-level domain. */
const CONTINUES = /[0-9a-zA-Z@+-]/

const othersByStart = new Map<string, string[]>()
for (const domain of OTHER_DOMAINS) {
  const start = domain.charAt(0)
  othersByStart.set(start, [...(othersByStart.get(start) ?? []), domain])
}

const isLetter = (text: string, at: number): boolean => at < text.length && !NO_LETTER.test(text.charAt(at))

/** Returns the match of a sticky pattern at a position; '' if the pattern does not match. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Returns the end of the top-level domain that starts at a position; null if no top-level domain starts there. */
export function endOfTopLevel(text: string, at: number): number | null {
  const continues = (end: number): boolean => CONTINUES.test(text.charAt(end))
  for (const domain of othersByStart.get(text.charAt(at).toLowerCase()) ?? []) {
    const end = at + domain.length
    if (text.slice(at, end).toLowerCase() === domain && !continues(end)) return end
  }
  const word = matchAt(ASCII_WORD, text, at)
  if (ASCII_DOMAINS.has(word.toLowerCase()) && !continues(at + word.length)) return at + word.length
  const punycode = matchAt(PUNYCODE, text, at)
  return punycode === '' ? null : at + punycode.length
}

/** One label of a domain, together with the dot that follows the label. */
export interface Label {
  readonly start: number
  /** Position of the dot after the label. */
  readonly dot: number
  /**
   * Position of the label's last underscore; -1 if the label has none. The label before a top-level domain must not
   * contain an underscore.
   */
  readonly underscore: number
  /**
   * End of the top-level domain after the label's dot; null if the dot is not followed by a
   * top-level domain.
   */
  readonly endHere: number | null
  /**
   * End of the longest domain that includes the next label; null if the next label starts no
   * domain.
   */
  readonly endBehind: number | null
}

/** Returns the end of the characters from `start` that are all allowed in a domain. */
export function endOfRun(text: string, start: number): number {
  let end = start
  while (end < text.length && (isLetter(text, end) || '-_.'.includes(text.charAt(end)))) end += 1
  return end
}

/**
 * Returns the end of the domain that starts at `at` in a label.
 *
 * @returns Null when no domain starts there.
 */
export function endOfDomain(text: string, label: Label, at: number): number | null {
  const { dot, underscore, endHere, endBehind } = label
  if (dot <= at || !isLetter(text, at) || !isLetter(text, dot - 1)) return null
  return endBehind ?? (underscore >= at ? null : endHere)
}

/**
 * Returns the labels between two positions of a text, in order. A label without a dot after it is
 * left out.
 */
export function labelsOf(text: string, start: number, end: number): readonly Label[] {
  const dots: number[] = []
  for (let at = start; at < end; at += 1) if (text[at] === '.') dots.push(at)
  const labels: Label[] = []
  let next: Label | null = null
  // The loop runs from the last label to the first, because the result for a label depends on the next label.
  for (const [index, dot] of [...dots.entries()].toReversed()) {
    const labelStart = index === 0 ? start : (dots[index - 1] ?? start) + 1
    const underscore = text.slice(labelStart, dot).lastIndexOf('_')
    next = {
      start: labelStart,
      dot,
      underscore: underscore === -1 ? -1 : labelStart + underscore,
      endHere: endOfTopLevel(text, dot + 1),
      endBehind: next === null ? null : endOfDomain(text, next, next.start),
    }
    labels.push(next)
  }
  return labels.toReversed()
}
