import { encodeQuery } from '../http/requests/fields.js'
import type { Fields } from '../http/types.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * The address that a person is sent to.
 *
 * @param base - The network's sign-in page; a query it has already is kept.
 * @param fields - What to add. Lists repeat the name; null and undefined are left out.
 */
export function authorizeUrl(base: string, fields: Fields): string {
  assertString(base, 'authorizeUrl: base')
  assertObject(fields, 'authorizeUrl: fields', '{ client_id }')
  const query = encodeQuery(fields)
  if (query === '') return base
  return `${base}${base.includes('?') ? '&' : '?'}${query}`
}
