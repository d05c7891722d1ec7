import { ConfigError, NetworkError, SocialBaseError } from '../../errors/index.js'
import type { TransportRequest } from '../types.js'

/** A name led to no public address, though the request allows public hosts only. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError'
  readonly code = 'ERR_PRIVATE_HOST'
}

/** A socket that had carried requests before died before the head of an answer: its server may have closed it long ago. */
export class DeadReusedSocketError extends Error {
  override readonly name = 'DeadReusedSocketError'
  readonly code: string

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = codeOf(cause)
  }
}

/** More came back than the request allows. */
export class ReplyTooBigError extends Error {
  override readonly name = 'ReplyTooBigError'
  readonly code = 'ERR_REPLY_TOO_BIG'
}

/** Nothing moved for too long. */
export class StallError extends Error {
  override readonly name = 'StallError'
  readonly code = 'ERR_STALL'
}

/** The attempt as a whole took too long. */
export class TimeOutError extends Error {
  override readonly name = 'TimeOutError'
  readonly code = 'ERR_TIME_OUT'
}

/** The application closed the transport. */
export class TransportClosedError extends Error {
  override readonly name = 'TransportClosedError'
  readonly code = 'ERR_TRANSPORT_CLOSED'
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken',
  EPIPE: 'the connection was broken',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host could not be looked up',
  ETIMEDOUT: 'no connection came about in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  UND_ERR_SOCKET: 'the connection was broken',
  UND_ERR_DESTROYED: 'the transport was closed',
  UND_ERR_CLOSED: 'the transport was closed',
  ERR_TRANSPORT_CLOSED: 'the transport was closed',
  ERR_PRIVATE_HOST: 'it is not a host on the public internet',
  ERR_REPLY_TOO_BIG: 'the reply is too big',
  ERR_TIME_OUT: 'it took too long',
  ERR_STALL: 'nothing moved for too long',
}
/** How a socket dies whose server has closed it: `UND_ERR_SOCKET` is a FIN, the others are resets. */
const DEAD_SOCKET: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const TIME_OUTS: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_STALL',
  'ERR_TIME_OUT',
])

/** Method, host and path of a request: what an error may say of its address. */
export function describeRequest(method: string, url: string): string {
  const address = URL.parse(url)
  return address === null ? method : `${method} ${address.host}${address.pathname}`
}

/**
 * The error of an attempt that had no reply.
 *
 * @param request - What was attempted.
 * @param cause - What the socket, or undici, said.
 * @param options - `started`: whether a byte of the request can have left.
 */
export function errorOfAttempt(
  request: TransportRequest,
  cause: Error,
  options: { readonly started: boolean },
): SocialBaseError {
  // What the source of a body could not read, in its own words.
  if (SocialBaseError.is(cause)) return cause
  const code = codeOf(cause)
  const what = describeRequest(request.method, request.url)
  if (code === 'UND_ERR_INVALID_ARG')
    return new ConfigError(`${what} cannot be sent: ${cause.message}.`, { cause })
  const words = WORDS[code] ?? cause.message
  const hint = code === '' ? '' : ` (${code})`
  return new NetworkError(`${what} failed: ${words}${hint}.`, {
    cause,
    delivery: options.started ? 'UNKNOWN' : 'NOT_SENT',
    timedOut: TIME_OUTS.has(code),
  })
}

/** What was thrown, as an error: the source of a body, and who is told how far it is, are the application's own. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new Error('what sends the body threw something that is no error', { cause: thrown })
}

/** What became of a request on a socket that was kept from an earlier one, and got no answer. */
export function onReusedSocket(error: Error): Error {
  return DEAD_SOCKET.has(codeOf(error)) ? new DeadReusedSocketError(error) : error
}

/** The caller gave up before a byte of the request left; `cause` is the reason. */
export function abandonedUnsent(request: TransportRequest): NetworkError {
  return new NetworkError(
    `${describeRequest(request.method, request.url)} was given up before it was sent.`,
    {
      cause: request.signal.reason,
      delivery: 'NOT_SENT',
    },
  )
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
