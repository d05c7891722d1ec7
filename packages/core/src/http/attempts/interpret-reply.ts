import { PlatformError, type SocialBaseError } from '../../errors/index.js'
import type { Connection } from '../../models/index.js'
import { errorFromReply, rawOf } from '../errors.js'
import type { ParsedReply } from '../readers/reply.js'
import { type Redactor, redactorOf } from '../redaction/redact.js'
import type { UnsignedRequest } from '../requests/outgoing-request.js'
import type { OutgoingRequest } from '../types.js'
import type { AttemptContext } from './attempt.js'

/** Reads the result of a request from its response. `sent` is the signed request that was sent. */
export type ReadReply<T> = (reply: ParsedReply, sent: OutgoingRequest) => T

/** Request whose responses are interpreted. */
export interface AttemptedRequest {
  readonly context: AttemptContext
  readonly request: UnsignedRequest
  /** True if the request is signed with the token of its connection. */
  readonly withAuth: boolean
}

/** Creates a redactor that removes the secrets of an attempt from errors and events. */
export function redactorFor(
  { context, request, withAuth }: AttemptedRequest,
  signed: OutgoingRequest,
  connection: Connection | null,
): Redactor {
  return redactorOf({ options: context.options, request, signed, withAuth }, connection)
}

/**
 * Reads a successful response. If the response is unreadable, `read` throws, and the recorder of a
 * publish is not notified of a success. The post may then be visible or not.
 */
export function readSuccess<T>(
  judged: AttemptedRequest,
  read: ReadReply<T>,
  reply: ParsedReply,
  sent: OutgoingRequest,
  connection: Connection | null,
): T {
  const { request } = judged
  try {
    return read(reply, request)
  } catch (error) {
    // `read` runs again with a redacted response, because the first error contains the unreadable
    // response with its secrets.
    const redactor = redactorFor(judged, sent, connection)
    read(redactor.reply(reply), request)
    throw redactor.error(error)
  }
}

/**
 * Returns the error of a response, without secrets that the network quotes. Null for a successful
 * response.
 */
export function errorOfReply(
  judged: AttemptedRequest,
  reply: ParsedReply,
  sent: OutgoingRequest,
  connection: Connection | null,
): SocialBaseError | null {
  if (mapError(judged.context, reply, sent) === null) return null
  const redactor = redactorFor(judged, sent, connection)
  const error = mapError(judged.context, redactor.reply(reply), sent)
  return error && redactor.error(error)
}

/**
 * Maps a response to an error. The platform's `readError` is asked first, then the status decides.
 */
function mapError(
  { parts, binding, options }: AttemptContext,
  reply: ParsedReply,
  sent: OutgoingRequest,
): SocialBaseError | null {
  const { platform, errors = 'platform' } = binding
  const isSuccess = reply.status >= 200 && reply.status < 300
  if (!isSuccess && options.accept?.includes(reply.status) === true) return null
  const own = errors === 'platform' ? platform.readError(reply, sent, parts.clock.now()) : null
  if (own !== null || isSuccess) return own
  if (reply.status < 400)
    return new PlatformError(
      `${platform.name} responded with a redirect (${reply.status}). Redirects are not followed.`,
      {
        platform: platform.name,
        statusCode: reply.status,
        raw: rawOf(reply.body),
      },
    )
  return errorFromReply(reply, platform.name, { now: parts.clock.now() })
}
