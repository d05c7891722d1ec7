import { types } from 'node:util'

import { describeValue, refuseUnknownNames } from '../checks/index.js'
import { ConfigError } from '../errors/index.js'
import { assertText, assertWholeText, platformOf, type Update } from '../models/index.js'
import { assertSignal } from '../models/values/assert-kind.js'

export { assertText } from '../models/index.js'
import type { CallOptions } from './types.js'

/** Names of the options that every call accepts. */
const CALL_NAMES: readonly string[] = ['signal', 'deadlineSeconds']
/** Names of the options that every publishing operation accepts, in addition to those of every call. */
export const PUBLISH_NAMES: readonly string[] = ['idempotencyKey', 'onProgress']

/** Fields of a post that callers often pass as call options by mistake. */
const POST_FIELDS = new Set(['text', 'media', 'replyTo', 'publishAt'])

/**
 * Reads the options of a call by their names. An unknown name is refused, because a misspelt `idempotencyKey` would
 * silently switch off the protection against duplicate posts.
 *
 * @param options - Options from the application; undefined and null mean no options.
 * @param operation - Operation for the message, such as `post`.
 * @param names - Accepted options, in addition to `signal` and `deadlineSeconds`.
 * @throws ConfigError for a value that is not an object, an unknown name, or a value of the wrong type.
 */
export function readCallOptions<Options extends CallOptions>(
  options: Options | null | undefined,
  operation: string,
  names: readonly string[] = [],
): Partial<Options> {
  if (options === undefined || options === null) return {}
  const method = `account.${operation}`
  if (typeof options !== 'object' || Array.isArray(options))
    throw new ConfigError(
      `${method} takes its options as an object such as { ${names[0] ?? 'signal'}: … }, not ${describeValue(options)}.`,
    )
  const stray = Object.keys(options).find((name) => POST_FIELDS.has(name) && !names.includes(name))
  if (stray !== undefined)
    throw new ConfigError(
      `${method} does not know the option "${stray}". It is part of the post: { text: '…', ${stray}: … }.`,
    )
  refuseUnknownNames(options, [...names, ...CALL_NAMES], method)
  assertCallTypes(options, method)
  return options
}

/** @throws ConfigError for a signal, a deadline or an `onProgress` of the wrong type. */
export function assertCallTypes(
  options: CallOptions & { readonly onProgress?: unknown },
  method: string,
): void {
  const { signal, deadlineSeconds, onProgress } = options
  assertSignal(signal, method)
  if (deadlineSeconds !== undefined && !(typeof deadlineSeconds === 'number' && deadlineSeconds > 0))
    throw new ConfigError(
      `${method}: deadlineSeconds must be a number above zero, not ${describeValue(deadlineSeconds)}.`,
    )
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new ConfigError(`${method}: onProgress must be a function, not ${describeValue(onProgress)}.`)
}

/** @throws ConfigError for an invalid connection id. */
export function assertConnectionId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id !== '') return
  throw new ConfigError(
    `The id of a connection must be text such as "mastodon:social.example:42", not ${describeValue(id)}.`,
  )
}

/** @throws ConfigError unless the body is bytes and the headers are a plain object. */
export function assertPushed(body: unknown, headers: unknown): void {
  if (!types.isUint8Array(body))
    throw new ConfigError(
      `The body of a pushed request must be its exact bytes (a Uint8Array or Buffer), not ${describeValue(body)}. Read the raw body before anything parses it.`,
    )
  if (typeof headers !== 'object' || headers === null || headers instanceof Headers)
    throw new ConfigError(
      'The headers of a pushed request must be an object with names in lower case. Object.fromEntries(request.headers) makes one of Headers.',
    )
}

/** @throws ConfigError with the given sentence, if the value is not a function. */
export function assertFunction(value: unknown, sentence: string): void {
  if (typeof value !== 'function') throw new ConfigError(`${sentence} It got ${describeValue(value)}.`)
}

/**
 * Returns the boolean, or the default value if it is missing.
 * @throws ConfigError unless the value is missing or a boolean.
 */
export function flagOf(value: unknown, field: string, defaultValue: boolean): boolean {
  if (value === undefined || value === null) return defaultValue
  if (typeof value === 'boolean') return value
  throw new ConfigError(`${field} must be true or false, not ${describeValue(value)}.`)
}

/**
 * Returns the limit, or null if it is missing.
 * @throws ConfigError unless the limit is missing or a whole number above zero.
 */
export function limitOf(limit: unknown, field = 'limit'): number | null {
  if (limit === undefined || limit === null) return null
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit
  throw new ConfigError(
    `${field} must be a whole number above zero, not ${describeValue(limit)}. Leave it out for the network's default.`,
  )
}

/** @throws ConfigError unless the value is a non-empty list of ids. */
export function assertPeople(personIds: unknown): asserts personIds is readonly string[] {
  if (!Array.isArray(personIds) || personIds.length === 0)
    throw new ConfigError(
      'startConversation requires at least one person: pass the ids of the people as a list.',
    )
  for (const id of personIds) assertText(id, 'personIds')
}

/** @throws ConfigError if the update is a copy without its `raw`, or belongs to another account. */
export function assertUpdate(update: Update, connectionId: string): void {
  if (
    typeof update !== 'object' ||
    update === null ||
    typeof update.raw !== 'object' ||
    typeof update.id !== 'string'
  )
    throw new ConfigError(
      'Pass the update as it was delivered: a copy made by spreading or JSON has no raw. Store it with toRecord(update) and read it with fromRecord(record).',
    )
  if (update.connectionId !== connectionId)
    throw new ConfigError(
      `The update belongs to ${describeValue(update.connectionId)}, not to ${connectionId}. Use client.account(update.connectionId).`,
      { platform: platformOf(connectionId) },
    )
  assertWholeIds(update)
}

/** @throws ConfigError for an id that is not a string, or not valid Unicode text. */
function assertWholeIds(update: Update): void {
  const { id, postId, aboutPostId, conversationId, actor } = update
  const ids = { id, postId, aboutPostId, conversationId, 'actor.id': actor?.id }
  for (const [field, value] of Object.entries(ids)) {
    if (value === null || value === undefined) continue
    if (typeof value !== 'string')
      throw new ConfigError(`update.${field} must be text, not ${describeValue(value)}.`)
    assertWholeText(value, `update.${field}`)
  }
}
