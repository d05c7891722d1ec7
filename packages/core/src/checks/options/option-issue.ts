import type { BaseIssue } from 'valibot'

import { describeValue } from '../../models/values/describe-value.js'

/** Readable names for the types in valibot's messages. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number',
  bigint: 'a bigint',
  Array: 'a list',
  Object: 'an object',
  Date: 'a Date',
  Uint8Array: 'bytes',
  null: 'null',
  undefined: 'nothing',
}

/** Formats valibot's `expects` as text: `("a" | "b")` becomes `one of "a", "b"`. */
export function describeExpected(expects: string): string {
  const parts = expects.match(/"[^"]*"|[^\s|()&]+/g) ?? []
  const values = parts.filter((part) => /^["\d-]/.test(part))
  const kinds = parts.filter((part) => !values.includes(part) && part !== 'undefined')
  const list = values.length > 1 ? [`one of ${values.join(', ')}`] : values
  return [...new Set([...list, ...kinds.map((kind) => TYPE_NAMES[kind] ?? kind)])].join(' or ')
}

/** For each check: its requirement as text that follows "must be". */
const RULES: Readonly<Record<string, (requirement: string) => string>> = {
  integer: () => 'a whole number',
  safe_integer: () => 'a whole number',
  finite: () => 'a finite number',
  min_value: (limit) => `at least ${limit}`,
  max_value: (limit) => `at most ${limit}`,
  gt_value: (limit) => `more than ${limit}`,
  lt_value: (limit) => `less than ${limit}`,
  multiple_of: (step) => `a multiple of ${step}`,
  non_empty: () => 'more than nothing',
  url: () => 'a URL such as "https://example.com/page"',
  email: () => 'an e-mail address',
  digits: () => 'digits only',
  iso_date: () => 'a date such as "2026-01-31"',
  iso_timestamp: () => 'a time such as "2026-01-31T10:00:00Z"',
  regex: (pattern) => `text that matches ${pattern}`,
  starts_with: (text) => `text that starts with "${text}"`,
  ends_with: (text) => `text that ends with "${text}"`,
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['length', 'characters'],
  ['graphemes', 'letters'],
  ['bytes', 'bytes'],
  ['words', 'words'],
])

/**
 * Returns the requirement of a length check such as `max_length`, `min_graphemes` or `bytes`.
 * Returns null for any other check.
 */
function lengthRule(issue: BaseIssue<unknown>): string | null {
  const [, bound, what = ''] = /^(min_|max_)?([a-z]+)$/.exec(issue.type) ?? []
  const counted = UNITS.get(what)
  if (counted === undefined) return null
  const unit = Array.isArray(issue.input) ? 'entries' : counted
  const size = bound === 'max_' ? 'at most' : bound === 'min_' ? 'at least' : 'exactly'
  return `must have ${size} ${String(issue.requirement)} ${unit}, and has ${issue.received}`
}

/** Returns true if the schema defines the message, false if the message is a default of valibot. */
export function hasOwnMessage(issue: BaseIssue<unknown>): boolean {
  const { message, expected, received } = issue
  const defaultText = `${expected ? `Expected ${expected} but r` : 'R'}eceived ${received}`
  return !(message.startsWith('Invalid ') && message.endsWith(defaultText))
}

/** Formats a path as JavaScript, for example `options.poll.choices[0]`. */
export function nameOf(path: readonly unknown[]): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${String(key)}`),
    'options',
  )
}

/**
 * Formats the error message for an invalid value, for example `options.sensitive must be true or
 * false, not "yes".`
 *
 * @param issue - The issue reported by valibot.
 * @param name - Option name as written by the caller.
 */
export function describeIssue(issue: BaseIssue<unknown>, name: string): string {
  const length = lengthRule(issue)
  if (length) return `${name} ${length}.`
  if (issue.type === 'non_empty') return `${name} must not be empty.`
  const requirement = issue.requirement instanceof Date ? issue.requirement.toISOString() : issue.requirement
  const rule = RULES[issue.type]?.(String(requirement))
  const expected =
    rule ?? (issue.kind === 'schema' && issue.expected ? describeExpected(issue.expected) : issue.expected)
  return expected
    ? `${name} must be ${expected}, not ${describeValue(issue.input)}.`
    : `${name} cannot be ${describeValue(issue.input)}.`
}
