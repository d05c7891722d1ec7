/** The route that a path leads to. */
export type Route =
  | { readonly kind: 'connect' | 'callback' | 'choose' | 'webhook'; readonly platform: string }
  | {
      readonly kind: 'extra'
      readonly platform: string
      readonly method: 'GET' | 'POST'
      readonly path: string
    }
  | { readonly kind: 'media'; readonly token: string }

/** Folders below the prefix. The library answers every path in these folders. */
export const ROUTE_FOLDERS = ['connect', 'callback', 'choose', 'webhooks', 'networks', 'media'] as const
/** A folder below the prefix. */
export type RouteFolder = (typeof ROUTE_FOLDERS)[number]

const PLATFORM_NAME = /^[a-z][a-z0-9_-]{0,63}$/
const KIND_OF_FOLDER = {
  connect: 'connect',
  callback: 'callback',
  choose: 'choose',
  webhooks: 'webhook',
} as const
const METHODS = {
  connect: ['GET'],
  callback: ['GET', 'POST'],
  choose: ['POST'],
  webhook: ['GET', 'POST'],
  media: ['GET', 'HEAD'],
} as const

/**
 * Maximum number of cached paths. When the cache is full, it is cleared. Our choice: an application uses a few dozen
 * paths.
 */
const MAX_CACHED_PATHS = 256
/** Maximum length of a path that is cached, in characters. */
const MAX_CACHED_LENGTH = 128
const known = new Map<string, Route>()

/**
 * Returns the route of a path below the prefix, with or without a trailing slash. Returns null for an unknown path.
 */
export function findRoute(path: string): Route | null {
  const before = known.get(path)
  if (before) return before
  const route = readPath(path)
  if (route && route.kind !== 'media' && path.length <= MAX_CACHED_LENGTH) {
    if (known.size >= MAX_CACHED_PATHS) known.clear()
    known.set(path, route)
  }
  return route
}

function readPath(path: string): Route | null {
  const parts = path.split('/')
  if (parts.at(-1) === '') parts.pop()
  const [before, folder, name, ...rest] = parts
  if (before !== '' || folder === undefined || name === undefined) return null
  if (folder === 'media') return rest.length === 0 ? { kind: 'media', token: name } : null
  if (!PLATFORM_NAME.test(name)) return null
  if (rest.length > 0) return findExtraRoute(folder, name, rest)
  if (!Object.hasOwn(KIND_OF_FOLDER, folder)) return null
  const kind = KIND_OF_FOLDER[folder as keyof typeof KIND_OF_FOLDER] // safe cast: `hasOwn` has checked that the folder is a key
  return { kind, platform: name }
}

/**
 * Returns an additional route of a network. POST routes are below `webhooks`, so that applications need to exempt
 * only one folder from CSRF protection.
 */
function findExtraRoute(folder: string, platform: string, rest: readonly string[]): Route | null {
  const method = folder === 'networks' ? 'GET' : folder === 'webhooks' ? 'POST' : null
  return method && { kind: 'extra', platform, method, path: rest.join('/') }
}

/** Returns the HTTP methods that a route accepts. */
export function methodsOf(route: Route): readonly string[] {
  return route.kind === 'extra' ? [route.method] : METHODS[route.kind]
}
