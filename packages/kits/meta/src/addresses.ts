import { ConfigError, NotFoundError } from '@social/core/platform'

/**
 * Graph API version that all packages use by default. Released 29 July 2026. Meta has not
 * announced an end of this version.
 * https://developers.facebook.com/docs/graph-api/changelog/version26.0 (read 2026-11-22)
 */
export const GRAPH_VERSION = 'v26.0'

const VERSION = /^v\d{1,3}\.\d{1,3}$/

/**
 * Validates the Graph API version in an application's options.
 *
 * @param factory - Name of the function that receives the options, for the error message.
 * @param given - Value of the option. Default: `GRAPH_VERSION`.
 * @throws ConfigError for a value that does not have the form `v26.0`.
 */
export function readApiVersion(factory: string, given: unknown): string {
  const version: unknown = given ?? GRAPH_VERSION
  if (typeof version === 'string' && VERSION.test(version)) return version
  throw new ConfigError(
    `${factory}({ apiVersion }) takes a version of the Graph API such as '${GRAPH_VERSION}'. Correct the value or omit it.`,
  )
}

/** Replaces the API version in the paths of all URLs, such as `/v26.0` by `/v27.0`. */
export function withApiVersion<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
  version: string,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<string>(addresses).map(([name, address]) => [
    name,
    address.replaceAll(`/${GRAPH_VERSION}`, `/${version}`),
  ])
  return Object.fromEntries(entries) as Record<Name, string> // safe cast: the entries have the same keys as the given URLs
}

/**
 * Returns the URL path of an object, or of one of its lists (edges).
 *
 * @throws NotFoundError for '', '.' and '..', because these ids would change the path.
 */
export function idPath(id: string, edge?: string): string {
  if (['', '.', '..'].includes(id))
    throw new NotFoundError(`"${id}" is not a valid id of Meta. Pass an id that the library returned.`)
  const node = `/${encodeURIComponent(id)}`
  return edge === undefined ? node : `${node}/${edge}`
}
