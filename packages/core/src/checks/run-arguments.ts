import { ConfigError } from '../errors/index.js'
import { assertText } from '../models/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { describeValue } from '../models/values/describe-value.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'

/**
 * Reads what an application hands to work that only one network can do, such as
 * `account.run((call) => revokeQuote(postId, quoteId, call))`.
 *
 * @param work - Name of the function, for messages: `revokeQuote`.
 * @param call - What `account.run` handed over.
 * @param texts - Ids, and whatever else must be text, by their names.
 * @throws ConfigError when the call is missing, or a text is none.
 */
export function assertWork(work: string, call: unknown, texts: Readonly<Record<string, unknown>> = {}): void {
  assertString(work, 'assertWork: work')
  assertObject(texts, 'assertWork: texts', '{ postId }')
  for (const [name, value] of Object.entries(texts)) assertText(value, `${work}: ${name}`)
  if (typeof call === 'object' && call !== null && 'http' in call) return
  throw new ConfigError(
    `${work} needs the call of an account, not ${describeValue(call)}: account.run((call) => ${work}(${[...Object.keys(texts), 'call'].join(', ')})).`,
  )
}

/**
 * The same for work that reads a list page by page.
 *
 * @param options - `after` and `limit`, or neither.
 * @throws ConfigError for an unknown name, or a value of the wrong type.
 */
export function readPageOptions(
  work: string,
  options: unknown,
): { readonly after: string | null; readonly limit: number | null } {
  assertString(work, 'readPageOptions: work')
  refuseUnknownNames(options ?? {}, ['after', 'limit'], work)
  const { after = null, limit = null }: { readonly after?: unknown; readonly limit?: unknown } = options ?? {}
  if (after !== null) assertText(after, `${work}: after`)
  if (limit !== null && !(typeof limit === 'number' && Number.isInteger(limit) && limit >= 1))
    throw new ConfigError(`${work}: limit must be a whole number above zero, not ${describeValue(limit)}.`)
  return { after, limit }
}
