import { ConfigError, NotFoundError } from '@social/core/platform'

/**
 * Default Graph API version of all packages: released 29 July 2026, no end announced.
 * https://developers.facebook.com/docs/graph-api/changelog/version26.0 (read 2026-11-22)
 */
export const GRAPH_VERSION = 'v26.0'

const VERSION = /^v\d{1,3}\.\d{1,3}$/

/**
 * Validates the Graph API version of an application.
 *
 * @param factory - Name of the factory, for the error message.
 * @param given - Option value. The default is `GRAPH_VERSION`.
 * @throws ConfigError for a value without the form of `v26.0`.
 */
export function readApiVersion(factory: string, given: unknown): string {
  const version: unknown = given ?? GRAPH_VERSION
  if (typeof version === 'string' && VERSION.test(version)) return version
  throw new ConfigError(
    `${factory}({ apiVersion }) takes a version of the Graph API such as '${GRAPH_VERSION}'. Correct the value or omit it.`,
  )
}

/** Replaces the API version in all URLs: `/v26.0` becomes `/v27.0` wherever it is part of the path. */
export function withApiVersion<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
  version: string,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<string>(addresses).map(([name, address]) => [
    name,
    address.replaceAll(`/${GRAPH_VERSION}`, `/${version}`),
  ])
  return Object.fromEntries(entries) as Record<Name, string> // safe cast: the result has the same keys with other values
}

/**
 * Path of an object, or of one of its lists. An invalid id must not change the path.
 *
 * @throws NotFoundError for ids that change the path: '', '.', '..'.
 */
export function idPath(id: string, edge?: string): string {
  if (['', '.', '..'].includes(id))
    throw new NotFoundError(`"${id}" is not a valid id of Meta. Pass an id that the library returned.`)
  const node = `/${encodeURIComponent(id)}`
  return edge === undefined ? node : `${node}/${edge}`
}
