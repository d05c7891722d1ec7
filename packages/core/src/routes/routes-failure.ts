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
 * What was thrown, or an error in its place when whoever looks at it is thrown at: by a getter, or by a Proxy. A logger
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
 * What a guard of the application refused a request with, as an error: frameworks send what is none as an answer, with
 * 200.
 */
export function toRefusal(refusal: unknown): Error {
  const read = readable(refusal)
  return read instanceof Error && read === refusal
    ? read
    : new Error('The request was refused. The cause of this error says why.', { cause: read })
}

/** @returns The failure; one that is a failure of the routes already stays as it is. */
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
