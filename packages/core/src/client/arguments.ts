import { types } from 'node:util'

import { describeValue, refuseUnknownNames } from '../checks/index.js'
import { ConfigError } from '../errors/index.js'
import { assertText, assertWholeText, platformOf, type Update } from '../models/index.js'
import { assertSignal } from '../models/values/assert-kind.js'

export { assertText } from '../models/index.js'
import type { CallOptions } from './types.js'

/** Options of every call. */
const CALL_NAMES: readonly string[] = ['signal', 'deadlineSeconds']
/** Options of whatever makes something people can see, beside those of every call. */
export const PUBLISH_NAMES: readonly string[] = ['idempotencyKey', 'onProgress']

/** What people pass beside a post although it belongs into it. */
const POST_FIELDS = new Set(['text', 'media', 'replyTo', 'publishAt'])

/**
 * Reads the options of a call by their names. A name that does not exist is refused: a misspelt `idempotencyKey` would
 * switch the protection against double posts off in silence.
 *
 * @param options - What the application passed; undefined and null are none.
 * @param operation - For the message: `post`.
 * @param names - Options it takes beside `signal` and `deadlineSeconds`.
 * @throws ConfigError for anything but an object, an unknown name, or a value of the wrong type.
 */
export function readCallOptions<Options extends CallOptions>(
  options: Options | null | undefined,
  operation: string,
  names: readonly string[] = [],
): Partial<Options> {
  if (options === undefined || options === null) return {}
  const door = `account.${operation}`
  if (typeof options !== 'object' || Array.isArray(options))
    throw new ConfigError(
      `${door} takes its options as an object such as { ${names[0] ?? 'signal'}: … }, not ${describeValue(options)}.`,
    )
  const stray = Object.keys(options).find((name) => POST_FIELDS.has(name) && !names.includes(name))
  if (stray !== undefined)
    throw new ConfigError(
      `${door} does not know the option "${stray}". It is part of the post: { text: '…', ${stray}: … }.`,
    )
  refuseUnknownNames(options, [...names, ...CALL_NAMES], door)
  assertCallTypes(options, door)
  return options
}

/** @throws ConfigError for a signal, a deadline or an `onProgress` of the wrong type. */
export function assertCallTypes(
  options: CallOptions & { readonly onProgress?: unknown },
  door: string,
): void {
  const { signal, deadlineSeconds, onProgress } = options
  assertSignal(signal, door)
  if (deadlineSeconds !== undefined && !(typeof deadlineSeconds === 'number' && deadlineSeconds > 0))
    throw new ConfigError(
      `${door}: deadlineSeconds must be a number above zero, not ${describeValue(deadlineSeconds)}.`,
    )
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new ConfigError(`${door}: onProgress must be a function, not ${describeValue(onProgress)}.`)
}

/** @throws ConfigError for anything that is no id of a connection. */
export function assertConnectionId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id !== '') return
  throw new ConfigError(
    `The id of a connection must be text such as "mastodon:social.example:42", not ${describeValue(id)}.`,
  )
}

/** @throws ConfigError when a pushed request is not handed on as it came. */
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

/** @throws ConfigError with the sentence given, when what must be called is no function. */
export function assertFunction(value: unknown, sentence: string): void {
  if (typeof value !== 'function') throw new ConfigError(`${sentence} It got ${describeValue(value)}.`)
}

/** @throws ConfigError for anything that is neither left out nor true or false. */
export function flagOf(value: unknown, field: string, usual: boolean): boolean {
  if (value === undefined || value === null) return usual
  if (typeof value === 'boolean') return value
  throw new ConfigError(`${field} must be true or false, not ${describeValue(value)}.`)
}

/** @throws ConfigError for a limit that is no whole number above zero. */
export function limitOf(limit: unknown, field = 'limit'): number | null {
  if (limit === undefined || limit === null) return null
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit
  throw new ConfigError(
    `${field} must be a whole number above zero, not ${describeValue(limit)}. Leave it out for the network's own.`,
  )
}

/** @throws ConfigError for anything but a list of ids. */
export function assertPeople(personIds: unknown): asserts personIds is readonly string[] {
  if (!Array.isArray(personIds) || personIds.length === 0)
    throw new ConfigError('startConversation needs at least one person: pass their ids as a list.')
  for (const id of personIds) assertText(id, 'personIds')
}

/** @throws ConfigError when the update is a copy that lost its `raw`, or belongs to another account. */
export function assertUpdate(update: Update, connectionId: string): void {
  if (
    typeof update !== 'object' ||
    update === null ||
    typeof update.raw !== 'object' ||
    typeof update.id !== 'string'
  )
    throw new ConfigError(
      'Pass the update as it was delivered: a copy made by spreading or JSON has lost its raw. Keep it with toRecord(update) and fromRecord(record).',
    )
  if (update.connectionId !== connectionId)
    throw new ConfigError(
      `The update belongs to ${describeValue(update.connectionId)}, not to ${connectionId}. Use client.account(update.connectionId).`,
      { platform: platformOf(connectionId) },
    )
  assertWholeIds(update)
}

/** @throws ConfigError for an update whose ids are no text that arrives whole. */
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
