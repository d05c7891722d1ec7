import { ConfigError, NetworkError, PlatformError, SocialBaseError } from '../../errors/index.js'
import { loopbackHint } from '../guard/address.js'
import {
  DeadReusedSocketError,
  describeRequest,
  PrivateHostError,
  ReplyTooBigError,
} from '../sockets/transport-errors.js'
import type { OutgoingRequest } from '../types.js'

/**
 * Converts a value thrown by an attempt without a response to an error that names the network.
 * Custom transports can throw any value.
 */
export function toAttemptError(thrown: unknown, platform: string, request: OutgoingRequest): SocialBaseError {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const what = describeRequest(request.method, request.url)
  if (cause instanceof PrivateHostError)
    return new ConfigError(
      `${platform} cannot use ${hostOf(request.url)}: it is not a host on the public internet.${loopbackHint(hostOf(request.url))}`,
      {
        platform,
        cause,
      },
    )
  if (cause instanceof ReplyTooBigError)
    return new PlatformError(`${platform} sent a response to ${what} that is too long. ${cause.message}`, {
      platform,
      cause,
    })
  if (NetworkError.is(thrown)) {
    if (thrown.platform !== null) return thrown
    const { delivery, timedOut } = thrown
    const happened = delivery === 'NOT_SENT' ? 'could not be reached' : 'did not respond'
    return new NetworkError(`${platform} ${happened}: ${thrown.message}`, {
      platform,
      delivery,
      timedOut,
      cause: thrown.cause ?? thrown,
    })
  }
  if (SocialBaseError.is(thrown)) return thrown
  return new NetworkError(`${platform} did not respond: ${what} failed.`, { platform, cause: thrown })
}

/**
 * Returns true if an attempt failed without a response on a reused socket. The server may have
 * closed this socket before the request.
 */
export function diedOnReusedSocket(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.cause instanceof DeadReusedSocketError
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? 'the host of the URL'
}
