import { ConfigError, NetworkError, PlatformError, SocialBaseError } from '../../errors/index.js'
import {
  DeadReusedSocketError,
  describeRequest,
  PrivateHostError,
  ReplyTooBigError,
} from '../sockets/transport-errors.js'
import type { OutgoingRequest } from '../types.js'

/** The error of an attempt that brought no reply, with the network's name; what an application's own transport threw is wrapped. */
export function toAttemptError(thrown: unknown, platform: string, request: OutgoingRequest): SocialBaseError {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const what = describeRequest(request.method, request.url)
  if (cause instanceof PrivateHostError)
    return new ConfigError(
      `${platform} cannot use ${hostOf(request.url)}: it is not a host on the public internet.`,
      {
        platform,
        cause,
      },
    )
  if (cause instanceof ReplyTooBigError)
    return new PlatformError(`${platform} answered ${what} with more than is read. ${cause.message}`, {
      platform,
      cause,
    })
  if (NetworkError.is(thrown)) {
    if (thrown.platform !== null) return thrown
    const { delivery, timedOut } = thrown
    const happened = delivery === 'NOT_SENT' ? 'could not be reached' : 'did not answer'
    return new NetworkError(`${platform} ${happened}: ${thrown.message}`, {
      platform,
      delivery,
      timedOut,
      cause: thrown.cause ?? thrown,
    })
  }
  if (SocialBaseError.is(thrown)) return thrown
  return new NetworkError(`${platform} did not answer: ${what} failed.`, { platform, cause: thrown })
}

/** True for an attempt that got no answer on a kept-alive socket, which its server may have closed before. */
export function diedOnReusedSocket(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.cause instanceof DeadReusedSocketError
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? 'that address'
}
