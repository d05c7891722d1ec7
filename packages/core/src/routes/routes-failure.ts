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
 * What the routes raise: always an `Error`, without a status, whose words a visitor may read. Frameworks answer with the
 * status and the words of what they are given, and with 200 where that is no error at all; so what was thrown is on
 * `cause` alone. Whoever listens to `social.warning` hears of it too.
 */
class RoutesFailure extends Error {
  readonly [MARK] = true
}

/** What loggers and frameworks read of an error, and of what led to it. */
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
 * The thrown value, or a replacement error if reading the value throws, as with a getter or a Proxy. A logger
 * that meets one leaves the visitor without an answer, or answers with what the getter threw.
 */
export function readable(thrown: unknown): unknown {
  try {
    let one = thrown
    for (let level = 0; level < MAX_CAUSES && typeof one === 'object' && one !== null; level += 1) {
      for (const name of READ_OF_ERRORS) Reflect.get(one, name)
      one = Reflect.get(one, 'cause')
    }
    inspect(new Error('', { cause: thrown }), { maxStringLength: 0 }) // as it is printed
    return thrown
  } catch {
    return new Error('What was thrown cannot be looked at: a getter of it, or a Proxy, throws.')
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
    : new Error('The request was refused. The cause of this error says why.', { cause: read })
}

/** @returns The failure; an existing failure of the routes is returned unchanged. */
export function toFailure(
  thrown: unknown,
  from: { readonly platform: string | null; readonly part?: HostPart },
): Error {
  // Another copy of the package has marks of its own, and `instanceof` runs code of a Proxy.
  if (hasMark(thrown, MARK)) return thrown as RoutesFailure // the mark says so
  const cause = readable(thrown)
  const { platform, part } = from
  const what = part === undefined ? 'The routes cannot answer this request.' : `${part} failed.`
  const words = ConfigError.is(cause) && part === undefined ? cause.message : what // our own words, for the operator
  publishWarning({ platform, message: words, error: cause })
  return new RoutesFailure(`${what} The cause of this error says why.`, { cause })
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
