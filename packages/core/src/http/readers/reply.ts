import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'

import { PlatformError } from '../../errors/index.js'
import { rawOf } from '../errors.js'
import { describeRequest } from '../sockets/transport-errors.js'
import type { OutgoingRequest, ReplyHead, TransportResponse } from '../types.js'
import { parseJson } from './json.js'

/**
 * Response with its parsed body. The body is a value for JSON, null if it is empty, otherwise a
 * string.
 */
export interface ParsedReply extends ReplyHead {
  readonly body: unknown
  readonly isJson: boolean
}

/**
 * Parses the body of a response. Never throws. With `bytes`, the body of a successful response
 * stays unparsed. The body of an error response is always parsed.
 */
export function parseReply(response: TransportResponse, replyAs?: 'bytes'): ParsedReply {
  const { status, headers, body } = response
  if (replyAs === 'bytes' && status >= 200 && status < 300) return { status, headers, body, isJson: false }
  const text = textOf(body)
  if (text === '') return { status, headers, body: null, isJson: true }
  try {
    return { status, headers, body: parseJson(text), isJson: true }
  } catch {
    return { status, headers, body: text, isJson: false }
  }
}

/**
 * Validates the body of a response with a schema.
 *
 * @throws PlatformError with the name of the invalid field, but without its value.
 */
export function readBySchema<S extends GenericSchema>(
  schema: S,
  reply: ParsedReply,
  context: { readonly platform: string; readonly request: OutgoingRequest },
): InferOutput<S> {
  const result = safeParse(schema, reply.body, { abortEarly: true })
  if (result.success) return result.output
  const { platform, request } = context
  const what = describeRequest(request.method, request.url)
  const details = { platform, statusCode: reply.status, raw: rawOf(reply.body) }
  if (!reply.isJson)
    throw new PlatformError(
      `${platform} returned a response to ${what} that is not JSON. error.raw contains it.`,
      details,
    )
  const [issue] = result.issues
  const field = getDotPath(issue)
  const mismatch = `${field ?? 'the response'} should be ${issue.expected ?? 'another value'}`
  throw new PlatformError(
    `${platform} returned an unexpected response to ${what}: ${mismatch}. error.raw contains it.`,
    details,
  )
}

function textOf(body: Uint8Array): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // A byte order mark at the start is skipped, because it is not part of the JSON.
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString()
}
