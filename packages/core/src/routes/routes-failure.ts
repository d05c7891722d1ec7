import { publishWarning } from '../diagnostics/channels.js'
import { ConfigError } from '../errors/index.js'

/** A part of the application that the routes call. */
export type HostPart =
  | 'bind'
  | 'deliver'
  | 'finished'
  | 'mediaHost'
  | 'memory'
  | 'onError'
  | 'resolveConnection'
  | 'secrets'

const MARK = Symbol('failure of the routes')

/**
 * What the routes raise: always an `Error`, without a status, whose words a visitor may read. Frameworks answer with the
 * status and the words of what they are given, and with 200 where that is no error at all; so what was thrown is on
 * `cause` alone. Whoever listens to `social.warning` hears of it too.
 */
class RoutesFailure extends Error {
  readonly [MARK] = true
}

/** @returns The failure; one that is a failure of the routes already stays as it is. */
export function toFailure(
  cause: unknown,
  from: { readonly platform: string | null; readonly part?: HostPart },
): Error {
  if (cause instanceof RoutesFailure) return cause
  const { platform, part } = from
  const what = part === undefined ? 'The routes cannot answer this request.' : `${part} failed.`
  const words = ConfigError.is(cause) && part === undefined ? cause.message : what // our own words, for the operator
  publishWarning({ platform, message: words, error: cause })
  return new RoutesFailure(`${what} The cause of this error says why.`, { cause })
}

/** Calls a part of the application; whatever it throws, and whatever it rejects with, becomes a failure of the routes. */
export async function callHost<T>(
  part: HostPart,
  platform: string | null,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFailure(error, { platform, part })
  }
}
