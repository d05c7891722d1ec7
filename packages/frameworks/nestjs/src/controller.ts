import { All, Controller, Inject, Req, Res, SetMetadata, type Type, VERSION_NEUTRAL } from '@nestjs/common'
import { ROUTE_FOLDERS, type RouteFolder } from '@social/core/routes'

import { SocialRouter } from './router.js'

/**
 * Metadata key of the handlers: the name of the social route. A global guard reads it to let webhooks pass, which have
 * their own signatures: `reflector.get(SOCIAL_ROUTE, context.getHandler()) === 'webhooks'`.
 */
export const SOCIAL_ROUTE = 'social:route'

type Request = Parameters<SocialRouter['answer']>[1]
type Response = Parameters<SocialRouter['answer']>[2]

/** A controller of Nest whose handlers get their paths once the platform is known. */
export interface MadeController {
  readonly controller: Type
  /** Sets the paths of the handlers, before Nest reads the routes. */
  readonly mount: (platform: string) => void
}

/**
 * A controller below a prefix, with one handler for each folder of the routes, so that guards can distinguish them.
 * Decorators are called as functions, because the handlers come from a list.
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
  // The routes have no version, because networks and browsers use the registered URLs.
  Controller({ path: prefix, version: VERSION_NEUTRAL })(SocialController)
  return {
    controller: SocialController,
    mount: (platform) => {
      for (const handler of handlers) handler(platform === 'fastify' ? '*' : '*path')
    },
  }
}

/** @returns A function that sets the handler's path. Each platform has its own syntax for "everything below". */
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
  // Nest passes the platform's own request and response, so pipes and results of interceptors do not apply.
  Req()(prototype, folder, 0)
  Res()(prototype, folder, 1)
  SetMetadata(SOCIAL_ROUTE, folder)(prototype, folder, descriptor)
  return (rest) => All(`${folder}/${rest}`)(prototype, folder, descriptor)
}
