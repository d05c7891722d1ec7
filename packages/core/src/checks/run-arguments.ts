import { ConfigError } from '../errors/index.js'
import { assertText } from '../models/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { describeValue } from '../models/values/describe-value.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'

/**
 * Checks the arguments of a network-specific function such as `revokeQuote`, which applications
 * call through `account.run((call) => revokeQuote(postId, quoteId, call))`.
 *
 * @param work - Name of the function, for messages.
 * @param call - The call passed by `account.run`.
 * @param texts - Ids and other string arguments, by name.
 * @throws ConfigError if the call is missing, or an argument is not a string.
 */
export function assertWork(work: string, call: unknown, texts: Readonly<Record<string, unknown>> = {}): void {
  assertString(work, 'assertWork: work')
  assertObject(texts, 'assertWork: texts', '{ postId }')
  for (const [name, value] of Object.entries(texts)) assertText(value, `${work}: ${name}`)
  if (typeof call === 'object' && call !== null && 'http' in call) return
  throw new ConfigError(
    `${work} requires the call of an account, not ${describeValue(call)}: account.run((call) => ${work}(${[...Object.keys(texts), 'call'].join(', ')})).`,
  )
}

/**
 * Reads the page options of a network-specific function that runs through `account.run`.
 *
 * @param options - `after` and `limit`, both optional.
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
