import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

import type { PostIssueInit } from '../../errors/index.js'
import { assertContext } from '../../models/values/assert-kind.js'
import { describeValue } from '../../models/values/describe-value.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { assertAll, invalidPost } from '../assert-all.js'
import { refuseBadTexts } from '../text.js'
import { type OptionsContext, toPostIssue, unknownOption } from './option-refusals.js'
import { entriesOf, viewOf } from './schema-view.js'

export type { OptionsContext }

/** No application registers translations for this language, so valibot returns its English messages. */
const MESSAGE_OPTIONS = { lang: 'x-social' } as const

/**
 * The options as a plain object. Empty for null and undefined.
 *
 * @throws InvalidPostError for a list, a Map, a string and other values without named fields.
 */
export function assertOptionsObject(options: unknown, platform: string): Readonly<Record<string, unknown>> {
  if (typeof platform !== 'string')
    throw wrongArgument('assertOptionsObject: platform', 'the name of a network', platform)
  if (options === undefined || options === null) return {}
  if (Object.prototype.toString.call(options) === '[object Object]')
    return options as Readonly<Record<string, unknown>> // an object, read by name only
  throw invalidPost(platform, {
    field: 'options',
    code: 'OPTION_INVALID',
    message: `The options of a ${platform} post must be an object such as { name: value }, not ${describeValue(options)}.`,
  })
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
  const view = viewOf(schema)
  const entries = entriesOf(view)
  const unknown = entries === null ? [] : Object.keys(given).filter((name) => !Object.hasOwn(entries, name))
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => !unknown.includes(name)))
  const read = safeParse(schema, known, MESSAGE_OPTIONS)
  const issues = [
    ...unknown.map((name) => unknownOption(name, Object.keys(entries ?? {}), context)),
    ...firstOfEachPath((read.issues ?? []).map((issue) => toPostIssue(issue, view, context))),
  ]
  assertAll(() => refuseBadTexts(given, platform), ...issues.map((issue) => refusing(issue, platform)))
  return read.output // reached only if there are no issues
}

function refusing(issue: PostIssueInit, platform: string): () => never {
  return () => {
    throw invalidPost(platform, issue)
  }
}

/** Several checks of one option can fail. Only the first failure helps. */
function firstOfEachPath(issues: readonly PostIssueInit[]): PostIssueInit[] {
  return issues.filter(({ optionPath = null }, index) => {
    const first = issues.findIndex((other) => (other.optionPath ?? null) === optionPath)
    return optionPath === null || first === index
  })
}
