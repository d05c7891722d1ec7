import type { RoutesOptions } from '@social/core/routes'

import type { MountRoutes, Scene } from './scene.js'

/** Hooks for a framework package. Only `mount` is required; without the others some checks are skipped. */
export interface RouteChecksHooks {
  /** Mounts the routes in a bare application. */
  readonly mount: MountRoutes
  /** Like `mount`, with the framework's CSRF protection enabled as its documentation describes. */
  readonly mountWithCsrf?: MountRoutes | undefined
  /** Like `mount`, in an application whose JSON parser reads every body first. */
  readonly mountBehindParser?: MountRoutes | undefined
}

/** One check before it is bound to a mount. */
export interface RouteCheckDefinition {
  /** Sentence about the behavior that a visitor or a network sees. */
  readonly name: string
  /** Hook that mounts the routes. Default: `mount`. */
  readonly by?: Exclude<keyof RouteChecksHooks, 'mount'>
  /** Further options of the routes. */
  readonly options?: (scene: Scene) => Partial<Omit<RoutesOptions, 'prefix'>>
  readonly run: (scene: Scene) => Promise<void>
}
