import type { Random } from '../../contract/ports.js'
import { ConfigError } from '../../errors/index.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { RequestOptions, TransportBody } from '../types.js'
import { encodeForm } from './fields.js'
import { encodeMultipart } from './multipart.js'

/** A body as it is sent, and its `content-type`; null where there is none. */
export interface EncodedBody {
  readonly contentType: string | null
  readonly body: TransportBody
}

const NO_BODY: EncodedBody = { contentType: null, body: null }

/**
 * Encodes the body of a request: JSON, form, multipart, or bytes as they are.
 *
 * @throws ConfigError when more than one kind is given.
 */
export function encodeBody(options: RequestOptions, random: Random): EncodedBody {
  const { json, form, multipart, body } = options
  const kinds = Number(json !== undefined) + Number(form !== undefined) + Number(multipart !== undefined)
  if (kinds + Number(body !== undefined) > 1)
    throw new ConfigError('A request has one body: pass one of json, form, multipart and body.')
  if (json !== undefined) return { contentType: 'application/json', body: Buffer.from(writeJson(json)) }
  if (form !== undefined)
    return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(encodeForm(form)) }
  if (multipart !== undefined) return encodeMultipart(multipart, random)
  if (body !== undefined) return { contentType: options.contentType ?? 'application/octet-stream', body }
  return NO_BODY
}

/** @throws ConfigError for what JSON has no word for: a circle, a bigint, a function. */
function writeJson(value: unknown): string {
  try {
    const written: unknown = JSON.stringify(value)
    if (typeof written === 'string') return written
  } catch (cause) {
    throw new ConfigError(
      'The json of a request cannot be written as JSON. The cause of this error says why.',
      {
        cause,
      },
    )
  }
  throw wrongArgument('The json of a request', 'something that JSON can write', value)
}
