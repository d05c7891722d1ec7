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
 * A middleware of Express, or a hook of Fastify. It continues with `next()`, refuses with `next(error)`, or
 * answers itself.
 */
export type CsrfProtection = (request: never, response: never, next: (error?: unknown) => void) => unknown

/** Options of the routes. Their path is the module's `prefix`. */
export interface SocialRoutesOptions extends Omit<RoutesOptions, 'prefix'> {
  /**
   * Runs before every POST of a browser (`callback`, `choose`), never before a webhook: `doubleCsrfProtection` of
   * `csrf-csrf`. `request.body` contains the raw bytes; `readForm` of `@social/core/routes` parses them.
   */
  readonly csrfProtection?: CsrfProtection | undefined
}

/** Options for the module's client. Requires exactly one of `storage` and `syncStorage`. */
export interface SocialClientSettings extends Omit<SocialClientOptions<Record<string, Platform>>, 'storage'> {
  /** Asynchronous storage. */
  readonly storage?: Storage | undefined
  /** Synchronous storage, such as a blocking database driver. */
  readonly syncStorage?: SyncStorage | undefined
}

/** Options of the module: the application's client, or the options to create one. */
export type SocialModuleOptions = {
  readonly routes: SocialRoutesOptions
} & (
  | ({ readonly client: SocialClient } & { readonly [K in keyof SocialClientSettings]?: undefined })
  | ({ readonly client?: undefined } & SocialClientSettings)
)

/** Options required before the asynchronous options resolve. */
export interface SocialModuleExtras {
  /** Path of the routes below the global prefix. Default: `social`. */
  readonly prefix?: string | undefined
  /** True lets every module inject the client without an import. */
  readonly isGlobal?: boolean | undefined
}

/**
 * The client of the module.
 *
 * @throws ConfigError unless exactly one of `client`, `storage` and `syncStorage` is given.
 */
export function makeClient(options: SocialModuleOptions): SocialClient {
  checkOptions(options)
  if (options.client) return options.client
  const { routes: _routes, client: _client, syncStorage: blocking, storage, ...settings } = options
  return new SocialClient({ ...settings, storage: blocking ? syncStorage(blocking) : (storage as Storage) }) // safe cast: `checkOptions` requires one of the two storages
}

/** Options allowed with `client`. Without it, the new client refuses unknown options. */
const NEXT_TO_CLIENT = ['client', 'routes', 'prefix', 'isGlobal']

/** @throws ConfigError unless exactly one of `client`, `storage` and `syncStorage` is given, and for an unknown name. */
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
