import { All, Controller, Inject, Req, Res, SetMetadata, type Type, VERSION_NEUTRAL } from '@nestjs/common'
import { ROUTE_FOLDERS, type RouteFolder } from '@social/core/routes'

import { SocialRouter } from './router.js'

/**
 * Metadata key under which each handler stores the name of its social route. Webhooks have their
 * own signatures, so a global guard can let them pass: `reflector.get(SOCIAL_ROUTE,
 * context.getHandler()) === 'webhooks'`.
 */
export const SOCIAL_ROUTE = 'social:route'

type Request = Parameters<SocialRouter['answer']>[1]
type Response = Parameters<SocialRouter['answer']>[2]

/** Nest controller whose handlers receive their paths when the HTTP platform is known. */
export interface MadeController {
  readonly controller: Type
  /**
   * Sets the paths of the handlers for the HTTP platform. Must run before Nest reads the routes.
   */
  readonly mount: (platform: string) => void
}

/**
 * Creates a controller below a prefix. Each folder of the routes has its own handler, so that
 * guards can distinguish them. Decorators are called as functions, because a loop creates the
 * handlers.
 */
export function makeController(prefix: string): MadeController {
  class SocialController {
    readonly router: SocialRouter

    constructor(router: SocialRouter) {
      this.router = router
    }
  }
  Inject(SocialRouter)(SocialController, undefined, 0)
  const handlers = ROUTE_FOLDERS.map((folder) => addHandler(SocialController.prototype, folder))
  // The routes have no version, because networks and browsers call the registered URLs.
  Controller({ path: prefix, version: VERSION_NEUTRAL })(SocialController)
  return {
    controller: SocialController,
    mount: (platform) => {
      for (const handler of handlers) handler(platform === 'fastify' ? '*' : '*path')
    },
  }
}

/**
 * Adds a handler for a folder of routes. @returns Function that sets the handler's path. Each HTTP
 * platform has its own wildcard syntax.
 */
function addHandler(prototype: object, folder: RouteFolder): (rest: string) => void {
  const value = function (
    this: { readonly router: SocialRouter },
    request: Request,
    response: Response,
  ): Promise<void> {
    return this.router.answer(folder, request, response)
  }
  Reflect.set(prototype, folder, value)
  const descriptor = { value }
  // The handler receives the platform's own request and response. Pipes and values that
  // interceptors return therefore have no effect.
  Req()(prototype, folder, 0)
  Res()(prototype, folder, 1)
  SetMetadata(SOCIAL_ROUTE, folder)(prototype, folder, descriptor)
  return (rest) => All(`${folder}/${rest}`)(prototype, folder, descriptor)
}
