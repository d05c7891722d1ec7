import { ConfigError, NotFoundError } from '@social/core/platform'

/** The version that the packages are written for: released 29 July 2026, no end announced.
 *  https://developers.facebook.com/docs/graph-api/changelog/version26.0 (read 2026-11-22) */
export const GRAPH_VERSION = 'v26.0'

const VERSION = /^v\d{1,3}\.\d{1,3}$/

/**
 * The version of the Graph API that an application asks for.
 *
 * @param factory - Name of the factory, for the message.
 * @param given - What it was given; undefined is the version the packages are written for.
 * @throws ConfigError for anything that does not look like `v26.0`.
 */
export function readApiVersion(factory: string, given: unknown): string {
  const version: unknown = given ?? GRAPH_VERSION
  if (typeof version === 'string' && VERSION.test(version)) return version
  throw new ConfigError(
    `${factory}({ apiVersion }) takes a version of the Graph API such as '${GRAPH_VERSION}'. Correct it, or leave it out.`,
  )
}

/** The same addresses under another version: `/v26.0` becomes `/v27.0` wherever it is part of the path. */
export function withApiVersion<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
  version: string,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<string>(addresses).map(([name, address]) => [
    name,
    address.replaceAll(`/${GRAPH_VERSION}`, `/${version}`),
  ])
  return Object.fromEntries(entries) as Record<Name, string> // the same names, with other values
}

/**
 * The path of an object, or of one of its lists. What is no id must not change the path.
 *
 * @throws NotFoundError for what would lead somewhere else: '', '.', '..'.
 */
export function idPath(id: string, edge?: string): string {
  if (['', '.', '..'].includes(id))
    throw new NotFoundError(`"${id}" is no id of anything at Meta. Pass one that the library gave.`)
  const node = `/${encodeURIComponent(id)}`
  return edge === undefined ? node : `${node}/${edge}`
}
