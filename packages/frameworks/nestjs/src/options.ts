import {
  type Platform,
  SocialClient,
  type SocialClientOptions,
  type Storage,
  syncStorage,
  type SyncStorage,
} from '@social/core'
import { ConfigError } from '@social/core'
import { refuseUnknownNames, withoutUndefined, wrongArgument } from '@social/core/routes'
import type { RoutesOptions } from '@social/core/routes'

/**
 * Express middleware or Fastify hook against CSRF. The function calls `next()` to accept a request
 * and `next(error)` to refuse it, or sends a response itself.
 */
export type CsrfProtection = (request: never, response: never, next: (error?: unknown) => void) => unknown

/** Options of the routes. The path of the routes is the module's `prefix`. */
export interface SocialRoutesOptions extends Omit<RoutesOptions, 'prefix'> {
  /**
   * CSRF middleware, for example `doubleCsrfProtection` of `csrf-csrf`. It runs before every POST
   * of a browser (`callback`, `choose`), but not before webhooks. `request.body` contains the raw
   * bytes, which `readForm` of `@social/core/routes` parses.
   */
  readonly csrfProtection?: CsrfProtection | undefined
}

/**
 * Options of the client that the module creates. Requires exactly one of `storage` and
 * `syncStorage`.
 */
export interface SocialClientSettings extends Omit<SocialClientOptions<Record<string, Platform>>, 'storage'> {
  /** Asynchronous storage. */
  readonly storage?: Storage | undefined
  /** Synchronous storage, such as a blocking database driver. */
  readonly syncStorage?: SyncStorage | undefined
}

/** Options of the module: an existing client, or the options to create a client. */
export type SocialModuleOptions = {
  readonly routes: SocialRoutesOptions
} & (
  | ({ readonly client: SocialClient } & { readonly [K in keyof SocialClientSettings]?: undefined })
  | ({ readonly client?: undefined } & SocialClientSettings)
)

/** Options that the module needs immediately, even if its other options are asynchronous. */
export interface SocialModuleExtras {
  /** Path of the routes below the global prefix. Default: `social`. */
  readonly prefix?: string | undefined
  /** If true, every module can inject the client without importing this module. Default: false. */
  readonly isGlobal?: boolean | undefined
}

/**
 * Returns the given client, or creates a client from the options.
 *
 * @throws ConfigError unless exactly one of `client`, `storage` and `syncStorage` is given.
 */
export function makeClient(options: SocialModuleOptions): SocialClient {
  checkOptions(options)
  if (options.client) return options.client
  const { routes: _routes, client: _client, syncStorage: blocking, storage, ...settings } = options
  return new SocialClient({ ...settings, storage: blocking ? syncStorage(blocking) : (storage as Storage) }) // safe cast: `checkOptions` requires one of the two storages
}

/**
 * Options that are allowed together with `client`. Without `client`, the new client refuses
 * unknown options itself.
 */
const NEXT_TO_CLIENT = ['client', 'routes', 'prefix', 'isGlobal']

/**
 * Checks the options of the module.
 *
 * @throws ConfigError for an unknown name, or unless exactly one of `client`, `storage` and
 * `syncStorage` is given.
 */
export function checkOptions(options: SocialModuleOptions): void {
  const given = (['client', 'storage', 'syncStorage'] as const).filter(
    (name) => options?.[name] !== undefined,
  )
  if (given.length === 0)
    throw new ConfigError(
      'SocialModule needs a storage. Pass storage, or syncStorage for synchronous methods.',
    )
  if (given.length > 1)
    throw new ConfigError(`SocialModule takes either ${given.join(' or ')}, not both. Remove one of them.`)
  if (given[0] === 'client') refuseUnknownNames(withoutUndefined(options), NEXT_TO_CLIENT, 'SocialModule')
  if (typeof options.routes !== 'object' || options.routes === null)
    throw new ConfigError('SocialModule needs routes: at least { redirectUri }.')
  const { csrfProtection } = options.routes
  if (csrfProtection !== undefined && typeof csrfProtection !== 'function')
    throw wrongArgument('SocialModule: routes.csrfProtection', 'a middleware', csrfProtection)
}
