import { ConfigError } from '@social/core'
import { wrongArgument } from '@social/core/routes'
import {
  type Reply,
  ROUTE_FOLDERS,
  type RouteFolder,
  Routes,
  type RoutesClient,
  type RoutesOptions,
  toRefusal,
} from '@social/core/routes'
import type { Request, RequestHandler, Response } from 'express'

import { sendReply } from './send-reply.js'
import { readBody, toRequest } from './to-request.js'

/**
 * Options of `socialRoutes`. The path comes from the Express mount: `app.use('/social',
 * socialRoutes({ … }))`.
 */
export interface SocialRoutesOptions extends Omit<RoutesOptions, 'prefix'> {
  /** Client whose platforms the routes serve. */
  readonly client: RoutesClient
  /**
   * CSRF middleware, for example `doubleCsrfProtection` of `csrf-csrf`. It runs before every POST
   * of a browser (`callback`, `choose`), but not before webhooks. `request.body` contains the raw
   * bytes, which `readForm` of `@social/core/routes` parses.
   */
  readonly csrfProtection?: RequestHandler | undefined
}

const NO_BODY = new Uint8Array(0)
const FOLDERS: ReadonlySet<string> = new Set(ROUTE_FOLDERS)
const SENT_BY_BROWSERS: ReadonlySet<string> = new Set<RouteFolder>(['callback', 'choose'])

/**
 * Sign-in and webhook routes for Express 5. Mount the handler before body parsers: it reads bodies itself. All other
 * requests continue unchanged to the next handler.
 *
 * @throws ConfigError for missing, unknown or invalid options.
 * @example
 * app.use('/social', socialRoutes({
 *   client: social,
 *   redirectUri: 'https://app.example/social/callback/{platform}',
 * }))
 */
export function socialRoutes(options: SocialRoutesOptions): RequestHandler {
  const { client, csrfProtection, ...rest } = options ?? {}
  if (typeof client?.startLogin !== 'function')
    throw new ConfigError(
      "socialRoutes needs a client: app.use('/social', socialRoutes({ client, redirectUri })).",
    )
  if ('prefix' in rest && rest.prefix !== undefined)
    throw new ConfigError(
      "socialRoutes has no option prefix. Mount it at the path: app.use('/social', socialRoutes(…)).",
    )
  if (csrfProtection !== undefined && typeof csrfProtection !== 'function')
    throw wrongArgument('socialRoutes: csrfProtection', 'a middleware', csrfProtection)
  const routes = new Routes(client, rest)

  return async (request, response, next) => {
    const folder = folderOf(request.url)
    if (!FOLDERS.has(folder) || isOtherCase(request.baseUrl, routes.prefix)) return next()
    const isPost = request.method === 'POST'
    let body: Uint8Array | Reply = NO_BODY
    try {
      if (isPost) body = await readBody(request, routes)
    } catch (error) {
      // If a visitor disconnects early, no response can be sent and no error is reported.
      if (request.destroyed && !request.complete) return
      throw error
    }
    if (!(body instanceof Uint8Array)) {
      // The server does not read the rest of the body, so the connection must close.
      response.shouldKeepAlive = false
      return sendReply(body, response)
    }
    if (csrfProtection && isPost && SENT_BY_BROWSERS.has(folder)) {
      request.body = body
      await passes(csrfProtection, request, response)
    }
    return sendReply(await routes.answer(toRequest(request, body)), response)
  }
}

function folderOf(url: string): string {
  const end = url.indexOf('/', 1)
  return end === -1 ? '' : url.slice(1, end)
}

/**
 * Returns true if Express matched a path that differs in case, for example `/Social` for
 * `/social`. For such a path a browser would not send the sign-in cookie.
 */
function isOtherCase(mounted: string, prefix: string): boolean {
  return mounted !== prefix && mounted.toLowerCase() === prefix.toLowerCase()
}

/**
 * Resolves when a handler calls `next`. If the handler sends a response itself, the request ends
 * there.
 */
function passes(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown): void => (error === undefined || error === null ? resolve() : fail(error))
    const fail = (error: unknown): void => reject(toRefusal(error))
    const run = async (): Promise<unknown> => handler(request, response, done)
    run().catch(fail)
  })
}
