import type { Random } from '../../contract/ports.js'
import { ConfigError } from '../../errors/index.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { HttpMethod, OutgoingRequest, RequestOptions } from '../types.js'
import { encodeBody } from './body.js'
import { encodeQuery } from './fields.js'

/** A request that is not signed yet, with the origin of its URL. */
export interface UnsignedRequest extends OutgoingRequest {
  readonly origin: string
  /** Headers that the caller set. Signing does not change these headers. */
  readonly ownHeaders: Readonly<Record<string, string>>
}

/** Parsed base URL, to which relative paths are appended. */
export interface Base {
  readonly url: string
  readonly origin: string
}

/** Default user agent, because some firewalls refuse requests without one. */
const USER_AGENT = '@social/core'

const ABSOLUTE_URL = /^https?:\/\//i
/** Matches a path of printable ASCII without `#`, which is sent unchanged. */
const PLAIN_PATH = /^[!-"$-~]*$/

/** Parses the base URL of relative paths. */
export function readBase(url: string): Base {
  const address = URL.parse(url)
  if (address === null || !ABSOLUTE_URL.test(url))
    throw new ConfigError("A platform's apiBase must be an absolute URL that starts with https://.")
  return { url: url.endsWith('/') ? url.slice(0, -1) : url, origin: address.origin }
}

/**
 * Builds a request with its URL, headers in lower case, and body.
 *
 * @param target - Method and path. An absolute URL is used unchanged.
 * @param base - Base URL of a relative path. Null if only absolute URLs are allowed.
 * @throws ConfigError for a relative path without a base URL, and for more than one kind of body.
 */
export function buildRequest(
  target: { readonly method: HttpMethod; readonly path: string },
  base: Base | null,
  options: RequestOptions,
  random: Random,
): UnsignedRequest {
  refuseDotSegments(target.path)
  const { url, origin } = addressOf(target.path, base)
  const query = options.query === undefined ? '' : encodeQuery(options.query)
  const { body, contentType } = encodeBody(options, random)
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': USER_AGENT }
  if (contentType !== null) headers['content-type'] = contentType
  return {
    method: target.method,
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    origin,
    headers,
    ownHeaders: options.headers === undefined ? NONE : lowerCased(options.headers),
    body,
  }
}

const NONE: Readonly<Record<string, string>> = {}

/** Returns the headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) lower[name.toLowerCase()] = value
  }
  return lower
}

/**
 * Matches a path segment of one or two dots, also written as %2e. Servers and proxies remove such
 * segments.
 */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

/**
 * Refuses a path with a segment such as `..`. An id with this value would change the path to that
 * of another item.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
 */
function refuseDotSegments(path: string): void {
  if (typeof path !== 'string') throw wrongArgument('The path of a request', 'text', path)
  const end = path.search(/[?#]/)
  const plain = end === -1 ? path : path.slice(0, end)
  if (!plain.includes('.') && !plain.includes('%2')) return
  if (plain.split('/').some((segment) => segment.length <= 6 && DOT_SEGMENT.test(segment)))
    throw new ConfigError(
      'An id or a path consists of "." or "..", which would change the URL. Pass the id as the network returned it.',
    )
}

function addressOf(path: string, base: Base | null): { readonly url: string; readonly origin: string } {
  if (ABSOLUTE_URL.test(path)) return parsed(path)
  if (base === null)
    throw new ConfigError(
      'This call has no base URL for a path. Pass an absolute URL that starts with https://.',
    )
  const url = `${base.url}${path.startsWith('/') || path === '' ? '' : '/'}${path}`
  return PLAIN_PATH.test(path) ? { url, origin: base.origin } : parsed(url)
}

function parsed(url: string): { readonly url: string; readonly origin: string } {
  const address = URL.parse(url)
  if (address === null) throw new ConfigError('A request requires an absolute URL that starts with https://.')
  address.hash = ''
  return { url: address.href, origin: address.origin }
}
