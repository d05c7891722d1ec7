import type { BaseIssue, GenericSchema } from 'valibot'

import type { IssueValue, PostIssueInit } from '../../errors/index.js'
import { describeValue } from '../../models/values/describe-value.js'
import { isSameName, nearMiss } from '../../models/values/near-miss.js'
import { infoOf, type OptionInfo } from './option-info.js'
import { describeExpected, describeIssue, hasOwnMessage, nameOf } from './option-issue.js'
import { entriesOf, schemaAt, type SchemaView } from './schema-view.js'

/** Context for error messages. */
export interface OptionsContext {
  /** Registered name of the network. */
  readonly platform: string
  /** Full sentences appended to the error for an unknown name. */
  readonly advice?: string | undefined
}

/** Fields of the post that are often passed as options by mistake. */
const POST_FIELDS = ['text', 'media', 'replyTo', 'publishAt']

/** Message for an unknown name, with the nearest known name and all accepted names. */
function unknownName(
  name: string,
  accepted: readonly string[],
  where: string,
  context: OptionsContext,
): string {
  const { platform, advice } = context
  const field = where === '' ? POST_FIELDS.find((candidate) => isSameName(candidate, name)) : undefined
  const meant = field === undefined ? nearMiss(name, accepted) : null
  return [
    `${platform} does not know the option ${describeValue(name)}${where}.`,
    field !== undefined && `Pass ${field} as a field of the post, not in its options.`,
    meant !== null && `Did you mean "${meant}"?`,
    accepted.length > 0 ? `It takes: ${accepted.join(', ')}.` : 'It takes none.',
    advice,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Message of the schema for a missing entry. Null without one. */
function ownSentence(entry: SchemaView | null, issue: BaseIssue<unknown>): string | null {
  const message: unknown = entry?.message
  const sentence: unknown = typeof message === 'function' ? message(issue) : message
  return typeof sentence === 'string' ? sentence : null
}

function messageOf(issue: BaseIssue<unknown>, schema: SchemaView, context: OptionsContext): string {
  const path = (issue.path ?? []).map((part) => part.key)
  if (isUnknownName(issue)) return describeUnknownName(issue, schema, context)
  const isMissing = isKeyIssue(issue)
  if (!isMissing && hasOwnMessage(issue)) return issue.message
  if (!isMissing && issue.input !== undefined) return describeIssue(issue, nameOf(path))
  const entry = schemaAt(schema, path)
  const own = ownSentence(entry, issue)
  const wanted = entry?.expects ? ` Pass ${describeExpected(entry.expects)}.` : ''
  return own ?? `${context.platform} requires ${nameOf(path)}.${wanted}`
}

const isKeyIssue = (issue: BaseIssue<unknown>): boolean => issue.path?.at(-1)?.origin === 'key'
const isUnknownName = (issue: BaseIssue<unknown>): boolean => isKeyIssue(issue) && issue.expected === 'never'

/** Message for an unknown name inside an option. */
function describeUnknownName(issue: BaseIssue<unknown>, schema: SchemaView, context: OptionsContext): string {
  const path = (issue.path ?? []).map((part) => part.key)
  const parent = schemaAt(schema, path.slice(0, -1))
  const accepted = Object.keys((parent && entriesOf(parent)) ?? {})
  const where = path.length > 1 ? ` in ${nameOf(path.slice(0, -1))}` : ''
  return unknownName(String(path.at(-1)), accepted, where, context)
}

/** Checks of the length of a text. */
const LENGTH_CHECKS: ReadonlySet<string> = new Set(['max_length', 'max_graphemes', 'max_bytes'])

function codeOf(issue: BaseIssue<unknown>): string {
  if (isUnknownName(issue)) return 'OPTION_UNKNOWN'
  if (isKeyIssue(issue) || issue.input === undefined) return 'OPTION_REQUIRED'
  if (LENGTH_CHECKS.has(issue.type) && typeof issue.input === 'string') return 'OPTION_TOO_LONG'
  return issue.path === undefined ? 'OPTIONS_CONFLICT' : 'OPTION_INVALID'
}

/** A limit that a form can show: a number, a text, or the list of accepted values. */
function limitOf({ requirement, expected }: BaseIssue<unknown>): IssueValue {
  if (typeof requirement === 'number' || typeof requirement === 'string') return requirement
  const values = expected?.match(/"[^"]*"/g) ?? []
  return values.length === 0 ? null : values.map((value) => value.slice(1, -1)).join(', ')
}

/** Converts an issue of valibot. */
export function toPostIssue(
  issue: BaseIssue<unknown>,
  schema: SchemaView,
  context: OptionsContext,
): PostIssueInit {
  const path = (issue.path ?? []).map((part) => part.key)
  const code = codeOf(issue)
  const info = path[0] === undefined ? null : infoAt(schema, path)
  const { input, received } = issue
  return {
    field: 'options',
    code,
    message: messageOf(issue, schema, context),
    limit: limitOf(issue),
    actual: typeof input === 'number' ? input : code === 'OPTION_TOO_LONG' ? Number(received) : null,
    optionPath: path.length === 0 ? null : nameOf(path).slice('options.'.length),
    userText: code === 'OPTION_REQUIRED' ? (info?.required ?? undefined) : (info?.invalid ?? undefined),
    facts: { field: info?.label ?? path.findLast((key) => typeof key === 'string') ?? 'options' },
  }
}

/** Description of the option at a path; otherwise the description of the option that contains it. */
function infoAt(schema: SchemaView, path: readonly unknown[]): OptionInfo | null {
  for (let length = path.length; length > 0; length -= 1) {
    const info = infoAtExactly(schema, path.slice(0, length))
    if (info !== null) return info
  }
  return null
}

function infoAtExactly(schema: SchemaView, path: readonly unknown[]): OptionInfo | null {
  const entry = schemaAt(schema, path)
  return entry && infoOf(entry as GenericSchema) // safe cast: a view is a schema, seen by some of its properties
}

/** Issue for an unknown name of an option. */
export function unknownOption(
  name: string,
  accepted: readonly string[],
  context: OptionsContext,
): PostIssueInit {
  const message = unknownName(name, accepted, '', context)
  return { field: 'options', code: 'OPTION_UNKNOWN', message, optionPath: name, actual: name }
}
