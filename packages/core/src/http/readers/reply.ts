import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'

import { PlatformError } from '../../errors/index.js'
import { rawOf } from '../errors.js'
import { describeRequest } from '../sockets/transport-errors.js'
import type { OutgoingRequest, ReplyHead, TransportResponse } from '../types.js'
import { parseJson } from './json.js'

/** A reply whose body was parsed: JSON as it is, null for nothing, text for anything else. */
export interface ParsedReply extends ReplyHead {
  readonly body: unknown
  readonly isJson: boolean
}

/** Parses the body of a reply. Never throws. `bytes` leaves that of a happy one as it came; a refusal is always read. */
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
 * Reads a reply by its schema.
 *
 * @throws PlatformError naming the field that is not as expected; never what it holds.
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
      `${platform} answered ${what} with something that is no JSON. error.raw holds it.`,
      details,
    )
  const [issue] = result.issues
  const field = getDotPath(issue)
  const words = `${field ?? 'the reply'} should be ${issue.expected ?? 'another value'}`
  throw new PlatformError(
    `${platform} answered ${what} with something unexpected: ${words}. error.raw holds it.`,
    details,
  )
}

function textOf(body: Uint8Array): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // A byte order mark is no part of JSON.
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString()
}
