import { ClosedError, ConfigError, NetworkError, SocialBaseError } from '../../errors/index.js'
import type { TransportRequest } from '../types.js'

/** Error of a host name without a public address, in a request that allows only public hosts. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError'
  readonly code = 'ERR_PRIVATE_HOST'
}

/**
 * Error of a reused socket that closed before the response header arrived. The server may have
 * closed it before the request.
 */
export class DeadReusedSocketError extends Error {
  override readonly name = 'DeadReusedSocketError'
  readonly code: string

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = codeOf(cause)
  }
}

/** Error of a response that is larger than the request allows. */
export class ReplyTooBigError extends Error {
  override readonly name = 'ReplyTooBigError'
  readonly code = 'ERR_REPLY_TOO_BIG'
}

/** Error of an attempt in which no data was transferred for too long. */
export class StallError extends Error {
  override readonly name = 'StallError'
  readonly code = 'ERR_STALL'
}

/** Error of an attempt that reached its timeout. */
export class TimeOutError extends Error {
  override readonly name = 'TimeOutError'
  readonly code = 'ERR_TIME_OUT'
}

/** Error of a request to a transport that the application has closed. */
export class TransportClosedError extends Error {
  override readonly name = 'TransportClosedError'
  readonly code = 'ERR_TRANSPORT_CLOSED'
}

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken',
  EPIPE: 'the connection was broken',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was broken',
  UND_ERR_DESTROYED: 'the transport was closed',
  UND_ERR_CLOSED: 'the transport was closed',
  ERR_TRANSPORT_CLOSED: 'the transport was closed',
  ERR_PRIVATE_HOST: 'it is not a host on the public internet',
  ERR_REPLY_TOO_BIG: 'the response is too large',
  ERR_TIME_OUT: 'the attempt timed out',
  ERR_STALL: 'no data was transferred for too long',
}
/**
 * Error codes of a socket that the server closed. `UND_ERR_SOCKET` is a FIN, and the others are
 * resets.
 */
const DEAD_SOCKET: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const TIME_OUTS: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_STALL',
  'ERR_TIME_OUT',
])

/**
 * Returns method, host and path of a request. Errors must not contain other parts of the URL,
 * which may be secret.
 */
export function describeRequest(method: string, url: string): string {
  const address = URL.parse(url)
  return address === null ? method : `${method} ${address.host}${address.pathname}`
}

/**
 * Creates the error of an attempt without a response.
 *
 * @param request - The attempted request.
 * @param cause - Error of the socket or of undici.
 * @param options - `started` is true if a byte of the request may have been sent.
 */
export function errorOfAttempt(
  request: TransportRequest,
  cause: Error,
  options: { readonly started: boolean },
): SocialBaseError {
  // This error came from the body source, for example because a file could not be read.
  if (SocialBaseError.is(cause)) return cause
  const code = codeOf(cause)
  const what = describeRequest(request.method, request.url)
  if (code === 'UND_ERR_INVALID_ARG')
    return new ConfigError(`${what} cannot be sent: ${cause.message}.`, { cause })
  if (code === 'ERR_TRANSPORT_CLOSED' && !options.started)
    return new ClosedError(`${what} was not sent, because the client was closed. Create another client.`, {
      cause,
    })
  const message = MESSAGES[code] ?? cause.message
  const hint = code === '' ? '' : ` (${code})`
  return new NetworkError(`${what} failed: ${message}${hint}.`, {
    cause,
    delivery: options.started ? 'UNKNOWN' : 'NOT_SENT',
    timedOut: TIME_OUTS.has(code),
  })
}

/**
 * Converts a thrown value to an error. Body sources and `onSent` are functions of the application,
 * which can throw any value.
 */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new Error('the body source or onSent threw a value that is not an error', { cause: thrown })
}

/**
 * Wraps the error of a request on a reused socket if the error means that the server closed the
 * socket.
 */
export function onReusedSocket(error: Error): Error {
  return DEAD_SOCKET.has(codeOf(error)) ? new DeadReusedSocketError(error) : error
}

/**
 * Creates the error of a request that the caller aborted before a byte was sent. Its `cause` is
 * the abort reason.
 */
export function abandonedUnsent(request: TransportRequest): NetworkError {
  return new NetworkError(`${describeRequest(request.method, request.url)} was aborted before it was sent.`, {
    cause: request.signal.reason,
    delivery: 'NOT_SENT',
  })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
