import type { RoutesOptions } from '@social/core/routes'

import type { MountRoutes, Scene } from './scene.js'

/** What the suite has to be told about a framework package. Only `mount` is needed; without the others some checks skip. */
export interface RouteChecksHooks {
  /** Mounts the routes in a bare application. */
  readonly mount: MountRoutes
  /** As `mount`, with the framework's CSRF protection switched on the way its documentation says. */
  readonly mountWithCsrf?: MountRoutes | undefined
  /** As `mount`, in an application whose JSON parser reads every body first. */
  readonly mountBehindParser?: MountRoutes | undefined
}

/** One check before it is bound to a mount. */
export interface RouteCheckDefinition {
  /** A sentence about what a visitor or a network sees. */
  readonly name: string
  /** Which hook mounts it; `mount` unless given. */
  readonly by?: Exclude<keyof RouteChecksHooks, 'mount'>
  /** Further options of the routes. */
  readonly options?: (scene: Scene) => Partial<Omit<RoutesOptions, 'prefix'>>
  readonly run: (scene: Scene) => Promise<void>
}
