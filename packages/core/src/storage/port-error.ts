import { types } from 'node:util'

import { PortError, SocialBaseError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import { networkText } from '../http/readers/network-text.js'

/**
 * Matches the user name and password in a URL, because drivers quote the URL of their server in errors. The password
 * may contain characters that a URL should encode.
 */
const CREDENTIALS = /\/\/\S{0,200}@/g
/** Matches a password in connection settings. */
const PASSWORD = /\b(passw(?:or)?d|pwd)(\s?[=:]\s?)(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s;,]{1,200})/gi

/**
 * Returns the error for a failed method of the application's storage, journal or locks. Errors of this library pass
 * through unchanged. Any other error becomes the cause of a `PortError`, because it is a problem of the operator and
 * never a refusal of the network.
 *
 * @param thrown - Any value. A value that is not an error is not quoted, because it may contain secrets.
 * @param port - The method that failed, such as `journal.open`.
 */
export function errorOfPort(thrown: unknown, port: string): SocialBaseError {
  if (SocialBaseError.is(thrown)) return thrown
  if (thrown instanceof Error || types.isNativeError(thrown)) {
    const reason = networkText(messageOf(thrown))
      .replaceAll(CREDENTIALS, '//[hidden]@')
      .replaceAll(PASSWORD, '$1$2[hidden]')
    return new PortError(`${port} failed: ${reason || thrown.name}`, { port, cause: thrown })
  }
  const isNothing = thrown === undefined || thrown === null
  const kind = isNothing ? String(thrown) : `${typeof thrown === 'object' ? 'an' : 'a'} ${typeof thrown}`
  return new PortError(
    `${port} failed with ${kind} instead of an Error. Throw an Error that describes the failure.`,
    { port, cause: thrown },
  )
}

/**
 * Waits for the result of a method of the application's storage, journal or locks. Every failure becomes an error of
 * this library.
 */
export async function answerOfPort<T>(answer: Promise<T>, port: string): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    throw errorOfPort(thrown, port)
  }
}
