import type { RoutesOptions } from '@social/core/routes'

import type { MountRoutes, Scene } from './scene.js'

/**
 * Hooks for an integration with a web framework. Only `mount` is required. Checks whose hook is
 * missing are skipped.
 */
export interface RouteChecksHooks {
  /** Mounts the routes in an application without other middleware. */
  readonly mount: MountRoutes
  /**
   * Like `mount`, but with the framework's CSRF protection enabled as in the framework's
   * documentation.
   */
  readonly mountWithCsrf?: MountRoutes | undefined
  /** Like `mount`, but in an application whose JSON parser reads every request body first. */
  readonly mountBehindParser?: MountRoutes | undefined
}

/** A check that is not yet bound to an application. */
export interface RouteCheckDefinition {
  /** Required behavior, from the point of view of a visitor or a network. */
  readonly name: string
  /** Name of the hook that mounts the routes. Default: `mount`. */
  readonly by?: Exclude<keyof RouteChecksHooks, 'mount'>
  /** Returns additional options of the routes. */
  readonly options?: (scene: Scene) => Partial<Omit<RoutesOptions, 'prefix'>>
  readonly run: (scene: Scene) => Promise<void>
}
