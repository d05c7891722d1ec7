/** Candidate values for generated fields whose name matches a pattern. */
interface Guess {
  readonly name: RegExp
  text(field: string, place: Place): string
  number(place: Place): number
}

/** Position of a generated value in its reply. */
export interface Place {
  /** Index in the surrounding list. 0 outside of lists. */
  readonly index: number
  /** Number of replies that were generated before this reply. */
  readonly turn: number
  /** Number of earlier requests of the same kind. */
  readonly round: number
  /** Origin of the request. Generated URLs have the same origin. */
  readonly origin: string
  /** True if the reply omits optional fields. */
  readonly isBare: boolean
}

/** A time one hour before the start time of a `FakeClock`. */
const MOMENT = '2023-12-31T23:00:00Z'
const MOMENT_SECONDS = Date.parse(MOMENT) / 1000

/**
 * Names of final states on several networks. The generator uses them in turn, so that polling ends
 * on each network.
 */
const DONE_TEXT = [
  'FINISHED',
  'succeeded',
  'PUBLISH_COMPLETE',
  'processed',
  'ready',
  'complete',
  'SUCCESS',
  'LIVE',
  'PUBLISHED',
  'uploaded',
]

/** Candidate values by field name. The first matching entry is used. */
const GUESSES: readonly Guess[] = [
  { name: /^token_?type$/i, text: () => 'bearer', number: () => 1 },
  {
    name: /token|secret|jwt|ticket/i,
    text: (field, { turn }) => `made-up-${field}-${turn}-0123456789`,
    number: () => 1,
  },
  { name: /(expires_?in|seconds|lifetime)$/i, text: () => '3600', number: () => 3600 },
  {
    name: /(url|uri|href|link|avatar|picture|image|icon|photo|endpoint|location)s?$/i,
    text: (field, { index, origin }) => `${origin}/made-up/${field}/${index + 1}`,
    number: () => 1,
  },
  {
    name: /^(at|on|when)$|(_at|At|date|time|timestamp|until|since|created|updated|published)$/,
    text: () => MOMENT,
    number: () => MOMENT_SECONDS,
  },
  {
    name: /(status|state|phase)(_?code)?$/i,
    text: (_field, { round }) => DONE_TEXT[round % DONE_TEXT.length] ?? 'done',
    number: () => 200,
  },
  { name: /usage|used/i, text: () => '0', number: () => 0 },
  { name: /^(code|error_?code)$/i, text: () => 'ok', number: () => 0 },
  {
    name: /count|size|length|quota|remaining|limit|bytes|duration|max/i,
    text: () => '500',
    number: () => 500,
  },
  { name: /ids?$/i, text: (_field, { index }) => String(71 + index), number: ({ index }) => 71 + index },
]

/** Texts in common formats. Tried after the candidates by field name. */
const SHAPES = [
  '71',
  'true',
  MOMENT,
  'https://made-up.example/1',
  'made-up.example',
  'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3kabcdefghi2a',
  'accounts/71',
  'locations/71',
  'image/png',
  'e30',
  '{}',
]

/** Returns candidate texts for a field, most likely first. */
export function textsFor(field: string, place: Place): readonly string[] {
  const guess = GUESSES.find(({ name }) => name.test(field))
  return [guess?.text(field, place) ?? `made-up-${field || 'text'}`, ...SHAPES]
}

/** Returns candidate numbers for a field, most likely first. */
export function numbersFor(field: string, place: Place): readonly number[] {
  const guess = GUESSES.find(({ name }) => name.test(field))
  return [guess?.number(place) ?? 500, 500, 1, 0, 100, 200, 0.5, MOMENT_SECONDS]
}

/**
 * Matches optional fields that report a failure or a next page. Successful generated replies omit
 * these fields.
 */
const LEFT_OUT =
  /^(error|errors|error_.*|fail.*|next.*|cursor|paging|pagination|after|before|scopes?|.*retry.*|.*(deleted|removed|unavailable|tombstone).*)$|page_?token$/i

/** Returns true for an optional field that successful generated replies omit. */
export function isLeftOut(field: string): boolean {
  return LEFT_OUT.test(field)
}

/** Returns the option that means success. Returns the first option if no option means success. */
export function likeliestSuccess(options: readonly unknown[]): unknown {
  return options.find(reportsSuccess) ?? options[0]
}

function reportsSuccess(option: unknown): boolean {
  if (typeof option !== 'string') return false
  return DONE_TEXT.some((word) => option.toLowerCase().endsWith(word.toLowerCase()))
}
