import { encodeQuery } from '../http/requests/fields.js'
import type { Fields } from '../http/types.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * Returns the authorization URL to which the browser is redirected.
 *
 * @param base - Sign-in page of the network. Its existing query is kept.
 * @param fields - Query parameters to add. A list adds one parameter for each item. Null and undefined are omitted.
 */
export function authorizeUrl(base: string, fields: Fields): string {
  assertString(base, 'authorizeUrl: base')
  assertObject(fields, 'authorizeUrl: fields', '{ client_id }')
  const query = encodeQuery(fields)
  if (query === '') return base
  return `${base}${base.includes('?') ? '&' : '?'}${query}`
}
