import { All, Controller, Inject, Req, Res, SetMetadata, type Type, VERSION_NEUTRAL } from '@nestjs/common'
import { ROUTE_FOLDERS, type RouteFolder } from '@social/core/routes'

import { SocialRouter } from './router.js'

/**
 * Metadata of the handlers: which of the social routes one is. A global guard asks for it to let webhooks pass, which
 * prove themselves: `reflector.get(SOCIAL_ROUTE, context.getHandler()) === 'webhooks'`.
 */
export const SOCIAL_ROUTE = 'social:route'

type Request = Parameters<SocialRouter['answer']>[1]
type Response = Parameters<SocialRouter['answer']>[2]

/** A controller of Nest whose handlers get their addresses once the platform is known. */
export interface MadeController {
  readonly controller: Type
  /** Gives the handlers their addresses; before Nest looks for them. */
  readonly mount: (platform: string) => void
}

/**
 * A controller below a prefix: one handler for each folder of the routes, so that guards can tell them apart. Decorators
 * are called as functions, because the handlers come from a list.
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
  // Networks and browsers come to the registered addresses, whatever versions the application's own routes have.
  Controller({ path: prefix, version: VERSION_NEUTRAL })(SocialController)
  return {
    controller: SocialController,
    mount: (platform) => {
      for (const handler of handlers) handler(platform === 'fastify' ? '*' : '*path')
    },
  }
}

/** @returns What gives the handler its address; each platform has its own way to write "everything below". */
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
  // Neither pipes nor the answers of interceptors come in between: Nest hands over what the platform has.
  Req()(prototype, folder, 0)
  Res()(prototype, folder, 1)
  SetMetadata(SOCIAL_ROUTE, folder)(prototype, folder, descriptor)
  return (rest) => All(`${folder}/${rest}`)(prototype, folder, descriptor)
}
