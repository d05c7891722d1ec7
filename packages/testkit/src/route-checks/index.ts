export type { RouteChecksHooks } from './definition.js'
export { type RouteCheck, routeChecks } from './route-checks.js'
export type { MountedRoutes, MountRoutes, RouteCheckSetup } from './scene.js'
