import { PlatformError, type SocialBaseError } from '../../errors/index.js'
import type { Connection } from '../../models/index.js'
import { errorFromReply, rawOf } from '../errors.js'
import type { ParsedReply } from '../readers/reply.js'
import { type Redactor, redactorOf } from '../redaction/redact.js'
import type { UnsignedRequest } from '../requests/outgoing-request.js'
import type { OutgoingRequest } from '../types.js'
import type { AttemptContext } from './attempt.js'

/** Reads what a request was for out of the reply; `sent` is the request as it went out. */
export type ReadReply<T> = (reply: ParsedReply, sent: OutgoingRequest) => T

/** A request whose replies are interpreted. */
export interface AttemptedRequest {
  readonly context: AttemptContext
  readonly request: UnsignedRequest
  /** True when it is signed with the connection's token. */
  readonly withAuth: boolean
}

/** What takes the secrets of an attempt out of everything that is told of it. */
export function redactorFor(
  { context, request, withAuth }: AttemptedRequest,
  signed: OutgoingRequest,
  connection: Connection | null,
): Redactor {
  return redactorOf({ options: context.options, request, signed, withAuth }, connection)
}

/**
 * Reads a successful reply. One that cannot be read leaves the visible request of a publish open: `read` throws, and
 * nothing tells the recorder that the request is done.
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
    // Once more from a reply without secrets: the error keeps what it could not read.
    const redactor = redactorFor(judged, sent, connection)
    read(redactor.reply(reply), request)
    throw redactor.error(error)
  }
}

/** The error that a reply stands for; null for a successful one. Secrets that the network quotes are taken out of it. */
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

/** Asks the platform's `readError` first, then the status. */
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
      `${platform.name} answered with a redirect (${reply.status}), and redirects are not followed.`,
      {
        platform: platform.name,
        statusCode: reply.status,
        raw: rawOf(reply.body),
      },
    )
  return errorFromReply(reply, platform.name, { now: parts.clock.now() })
}
