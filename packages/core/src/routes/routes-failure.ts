import { inspect } from 'node:util'

import { publishWarning } from '../diagnostics/channels.js'
import { hasMark } from '../errors/base.js'
import { ConfigError } from '../errors/index.js'

/** A function or object of the application that the routes call. */
export type HostPart =
  | 'bind'
  | 'deliver'
  | 'finished'
  | 'mediaHost'
  | 'memory'
  | 'messages'
  | 'onError'
  | 'pages'
  | 'resolveConnection'
  | 'secrets'

const MARK = Symbol('failure of the routes')

/**
 * Error of the routes that the framework receives. It never has a `status`, because frameworks copy status and
 * message of an error into the response. It is always an `Error`, because frameworks answer other thrown values with
 * 200. The value that was thrown is only in `cause`. `social.warning` also reports it.
 */
class RoutesFailure extends Error {
  readonly [MARK] = true
}

/** Properties that loggers and frameworks read from an error and its causes. */
const READ_OF_ERRORS = [
  'name',
  'message',
  'stack',
  'code',
  'status',
  'statusCode',
  'headers',
  'toJSON',
] as const
const MAX_CAUSES = 10

/**
 * Returns the thrown value. If reading the value throws, as with a getter or a Proxy, returns a replacement error. A
 * logger that reads such a value would leave the visitor without a response, or send the getter's error.
 */
export function readable(thrown: unknown): unknown {
  try {
    let one = thrown
    for (let level = 0; level < MAX_CAUSES && typeof one === 'object' && one !== null; level += 1) {
      for (const name of READ_OF_ERRORS) Reflect.get(one, name)
      one = Reflect.get(one, 'cause')
    }
    inspect(new Error('', { cause: thrown }), { maxStringLength: 0 }) // `inspect` reads the value like console.log does
    return thrown
  } catch {
    return new Error('The thrown value cannot be read: one of its getters, or a Proxy, throws.')
  }
}

/**
 * Converts the value with which the application's guard refused a request to an error, because frameworks send other
 * values as a response with 200.
 */
export function toRefusal(refusal: unknown): Error {
  const read = readable(refusal)
  return read instanceof Error && read === refusal
    ? read
    : new Error('The request was refused. See the cause of this error.', { cause: read })
}

/**
 * Converts a thrown value to an error of the routes.
 * @returns The new error. An error that the routes have already made is returned unchanged.
 */
export function toFailure(
  thrown: unknown,
  from: { readonly platform: string | null; readonly part?: HostPart },
): Error {
  // Checks the mark instead of the class, because `instanceof` can run code of a Proxy.
  if (hasMark(thrown, MARK)) return thrown as RoutesFailure // safe cast: only a `RoutesFailure` has the mark
  const cause = readable(thrown)
  const { platform, part } = from
  const what = part === undefined ? 'The routes failed to answer this request.' : `${part} failed.`
  const message = ConfigError.is(cause) && part === undefined ? cause.message : what // the warning for the operator has our own message
  publishWarning({ platform, message, error: cause })
  return new RoutesFailure(`${what} See the cause of this error.`, { cause })
}

/** Calls a function of the application. Its errors and rejections become errors of the routes. */
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
