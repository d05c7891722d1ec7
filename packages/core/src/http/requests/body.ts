import type { Random } from '../../contract/ports.js'
import { ConfigError } from '../../errors/index.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { RequestOptions, TransportBody } from '../types.js'
import { encodeForm } from './fields.js'
import { encodeMultipart } from './multipart.js'

/** Encoded body with its `content-type`. Both fields are null for a request without a body. */
export interface EncodedBody {
  readonly contentType: string | null
  readonly body: TransportBody
}

const NO_BODY: EncodedBody = { contentType: null, body: null }

/**
 * Encodes the body of a request as JSON, form, multipart, or unchanged bytes.
 *
 * @throws ConfigError if more than one kind of body is given.
 */
export function encodeBody(options: RequestOptions, random: Random): EncodedBody {
  const { json, form, multipart, body } = options
  const kinds = Number(json !== undefined) + Number(form !== undefined) + Number(multipart !== undefined)
  if (kinds + Number(body !== undefined) > 1)
    throw new ConfigError('A request has one body. Pass only one of json, form, multipart and body.')
  if (json !== undefined) return { contentType: 'application/json', body: Buffer.from(writeJson(json)) }
  if (form !== undefined)
    return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(encodeForm(form)) }
  if (multipart !== undefined) return encodeMultipart(multipart, random)
  if (body !== undefined) return { contentType: options.contentType ?? 'application/octet-stream', body }
  return NO_BODY
}

/**
 * Serializes a JSON body. @throws ConfigError for values that JSON does not support, such as a
 * circular reference, a bigint or a function.
 */
function writeJson(value: unknown): string {
  try {
    const written: unknown = JSON.stringify(value)
    if (typeof written === 'string') return written
  } catch (cause) {
    throw new ConfigError('The json of a request cannot be written as JSON. See the cause of this error.', {
      cause,
    })
  }
  throw wrongArgument('The json of a request', 'a JSON value', value)
}
