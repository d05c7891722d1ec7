import { inspect } from 'node:util'

import { publishWarning } from '../diagnostics/channels.js'
import { hasMark } from '../errors/base.js'
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
 * Error of the routes. It is always an `Error` without a status, and visitors may read its message. Frameworks copy
 * status and message of an error into the response, and answer other thrown values with 200. The thrown value is
 * therefore only in `cause`. It is also published on `social.warning`.
 */
class RoutesFailure extends Error {
  readonly [MARK] = true
}

/** Names of the properties that loggers and frameworks read from an error and its causes. */
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
 * Returns the thrown value, or a replacement error if reading the value throws, as with a getter or a Proxy. A logger
 * that reads such a value would leave the visitor without a response, or send the getter's error.
 */
export function readable(thrown: unknown): unknown {
  try {
    let one = thrown
    for (let level = 0; level < MAX_CAUSES && typeof one === 'object' && one !== null; level += 1) {
      for (const name of READ_OF_ERRORS) Reflect.get(one, name)
      one = Reflect.get(one, 'cause')
    }
    inspect(new Error('', { cause: thrown }), { maxStringLength: 0 }) // `inspect` reads the value as console.log does.
    return thrown
  } catch {
    return new Error('The thrown value cannot be read: one of its getters, or a Proxy, throws.')
  }
}

/**
 * Converts the refusal of an application's guard to an error: frameworks send other values as a response with
 * 200.
 */
export function toRefusal(refusal: unknown): Error {
  const read = readable(refusal)
  return read instanceof Error && read === refusal
    ? read
    : new Error('The request was refused. See the cause of this error.', { cause: read })
}

/** @returns The failure; an existing failure of the routes is returned unchanged. */
export function toFailure(
  thrown: unknown,
  from: { readonly platform: string | null; readonly part?: HostPart },
): Error {
  // Another copy of the package has its own marks, and `instanceof` can run code of a Proxy.
  if (hasMark(thrown, MARK)) return thrown as RoutesFailure // safe cast: only a `RoutesFailure` has the mark
  const cause = readable(thrown)
  const { platform, part } = from
  const what = part === undefined ? 'The routes failed to answer this request.' : `${part} failed.`
  const message = ConfigError.is(cause) && part === undefined ? cause.message : what // The warning for the operator has our own message.
  publishWarning({ platform, message, error: cause })
  return new RoutesFailure(`${what} See the cause of this error.`, { cause })
}

/** Calls a part of the application. Its errors and rejections become failures of the routes. */
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
