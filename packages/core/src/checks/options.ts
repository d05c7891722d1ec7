import { type BaseIssue, type GenericSchema, type InferOutput, safeParse } from 'valibot'

import { InvalidPostError } from '../errors/index.js'
import { assertContext } from '../models/values/assert-kind.js'
import { describeValue } from '../models/values/describe-value.js'
import { isSameName, nearMiss } from '../models/values/near-miss.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { describeIssue, hasOwnMessage, nameOf, describeExpected } from './option-issue.js'
import { entriesOf, schemaAt, type SchemaView, viewOf } from './schema-view.js'
import { refuseBadTexts } from './text.js'

/** Context for error messages. */
export interface OptionsContext {
  /** Registered name of the network. */
  readonly platform: string
  /** Full sentences that are appended to the error for an unknown option name. */
  readonly advice?: string | undefined
}

/**
 * Uses a language for which no application registers translations, so that valibot returns its
 * English messages.
 */
const MESSAGE_OPTIONS = { abortEarly: true, lang: 'x-social' } as const

/** Fields of the post that callers often pass as options by mistake. */
const POST_FIELDS = ['text', 'media', 'replyTo', 'publishAt']

/**
 * Returns the options as a plain object. Returns an empty object for null and undefined.
 *
 * @throws InvalidPostError for a list, a Map, a string and other values without named fields.
 */
export function assertOptionsObject(options: unknown, platform: string): Readonly<Record<string, unknown>> {
  if (typeof platform !== 'string')
    throw wrongArgument('assertOptionsObject: platform', 'the name of a network', platform)
  if (options === undefined || options === null) return {}
  if (Object.prototype.toString.call(options) === '[object Object]')
    return options as Readonly<Record<string, unknown>> // safe cast: the value is an object, and callers check each field
  throw new InvalidPostError(
    `The options of a ${platform} post must be an object such as { name: value }, not ${describeValue(options)}.`,
    { platform },
  )
}

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

/** Returns the schema's own message for a missing entry, or null if the schema defines none. */
function ownSentence(entry: SchemaView | null, issue: BaseIssue<unknown>): string | null {
  const message: unknown = entry?.message
  const sentence: unknown = typeof message === 'function' ? message(issue) : message
  return typeof sentence === 'string' ? sentence : null
}

function refusal(issue: BaseIssue<unknown>, schema: SchemaView, context: OptionsContext): string {
  const path = (issue.path ?? []).map((part) => part.key)
  const isKeyIssue = issue.path?.at(-1)?.origin === 'key'
  const parent = schemaAt(schema, path.slice(0, -1))
  if (isKeyIssue && issue.expected === 'never')
    return unknownName(
      String(path.at(-1)),
      Object.keys((parent && entriesOf(parent)) ?? {}),
      path.length > 1 ? ` in ${nameOf(path.slice(0, -1))}` : '',
      context,
    )
  if (!isKeyIssue && hasOwnMessage(issue)) return issue.message
  if (!isKeyIssue && issue.input !== undefined) return describeIssue(issue, nameOf(path))
  const entry = schemaAt(schema, path)
  const own = ownSentence(entry, issue)
  const wanted = entry?.expects ? ` Pass ${describeExpected(entry.expects)}.` : ''
  return own ?? `${context.platform} requires ${nameOf(path)}.${wanted}`
}

/**
 * Reads the options of a post by their schema. The schema defines the accepted names. An undefined option counts as
 * missing.
 *
 * @param schema - `postOptions` of the platform. Messages in the schema are full sentences and used unchanged. The message
 *   of an entry is also used if the entry is missing.
 * @param options - Options passed by the application.
 * @param context - Name of the network for the messages.
 * @returns The options with defaults.
 * @throws InvalidPostError for an unknown name (with the closest name and the accepted names), an invalid value (with the
 *   accepted values), and a missing option.
 */
export function readOptions<S extends GenericSchema>(
  schema: S,
  options: unknown,
  context: OptionsContext,
): InferOutput<S> {
  assertContext(context, 'readOptions')
  if (typeof schema?.['~run'] !== 'function')
    throw wrongArgument('readOptions: schema', 'a schema of valibot', schema)
  const { platform } = context
  const given: Record<string, unknown> = { ...assertOptionsObject(options, platform) }
  for (const name in given) if (given[name] === undefined) Reflect.deleteProperty(given, name)
  refuseBadTexts(given, platform)
  const view = viewOf(schema)
  const entries = entriesOf(view)
  if (entries)
    for (const name in given)
      if (!Object.hasOwn(entries, name))
        throw new InvalidPostError(unknownName(name, Object.keys(entries), '', context), { platform })
  const read = safeParse(schema, given, MESSAGE_OPTIONS)
  if (read.success) return read.output
  throw new InvalidPostError(refusal(read.issues[0], view, context), { platform })
}
