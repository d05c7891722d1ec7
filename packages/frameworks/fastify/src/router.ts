import { Readable } from 'node:stream'

import { ConfigError } from '@social/core'
import { wrongArgument } from '@social/core/routes'
import {
  readNodeBody,
  type Reply,
  ROUTE_FOLDERS,
  type RouteFolder,
  Routes,
  type RoutesClient,
  type RoutesOptions,
  toRefusal,
} from '@social/core/routes'
import type {
  FastifyPluginAsync,
  FastifyRequest,
  preHandlerHookHandler,
  RegisterOptions,
  RouteHandlerMethod,
} from 'fastify'

import { logWithoutQuery, logWithoutToken } from './log-request.js'
import { sendReply } from './send-reply.js'
import { bodyWasRead, toRequest } from './to-request.js'

/** Options of `socialRoutes`, in addition to Fastify's `prefix` and `logLevel`. */
export interface SocialRoutesOptions extends Omit<RoutesOptions, 'prefix'> {
  /** Client whose platforms the routes serve. */
  readonly client: RoutesClient
  /**
   * CSRF hook, for example `app.csrfProtection` of `@fastify/csrf-protection`. It runs before
   * every POST of a browser (`callback`, `choose`), but not before webhooks. The body contains the
   * raw bytes, which `readForm` of `@social/core/routes` parses.
   */
  readonly csrfProtection?: preHandlerHookHandler | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the social route. Hooks use it to distinguish webhooks from browser requests. */
    socialRoute?: RouteFolder
  }
}

/** Matches the start of a valid media type. https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1 */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/
/** Registration options that Fastify itself uses. */
const FASTIFYS_OWN = new Set(['prefix', 'logLevel', 'logSerializers', 'exposeHeadRoutes', 'errorHandler'])
const SENT_BY_BROWSERS: ReadonlySet<RouteFolder> = new Set(['callback', 'choose'])

/** Error that carries a reply from the body parser to the error handler. */
class BodyRefusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('The body of the request was refused.')
    this.reply = reply
  }
}

/**
 * Fastify plugin with the sign-in and webhook routes. Its body parser applies only inside the
 * plugin. The application's parsers stay unchanged.
 *
 * @throws ConfigError on registration, for missing, unknown or invalid options.
 * @example
 * await app.register(socialRoutes, {
 *   prefix: '/social',
 *   client: social,
 *   redirectUri: 'https://app.example/social/callback/{platform}',
 * })
 */
export const socialRoutes: FastifyPluginAsync<SocialRoutesOptions> = async (app, options) => {
  if (typeof app?.addContentTypeParser !== 'function')
    throw new ConfigError('socialRoutes is a plugin: app.register(socialRoutes, { client, redirectUri }).')
  const { client, csrfProtection, ...rest } = options ?? {}
  if (typeof client?.startLogin !== 'function')
    throw new ConfigError('socialRoutes needs a client: app.register(socialRoutes, { client, redirectUri }).')
  if (csrfProtection !== undefined && typeof csrfProtection !== 'function')
    throw wrongArgument('socialRoutes: csrfProtection', 'a hook', csrfProtection)
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !FASTIFYS_OWN.has(name)))
  // safe cast: the copy without Fastify's fields contains exactly the options of the routes
  const routes = new Routes(client, own as unknown as RoutesOptions)
  const { logSerializers } = options as RegisterOptions // safe cast: Fastify passes its own registration options in the same object
  const depth = app.prefix.split('/').filter(Boolean).length

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ raw }: FastifyRequest, body: Readable) => {
    let read: Uint8Array | Reply
    try {
      read = await readNodeBody(body, routes)
    } catch (error) {
      // If the visitor disconnected early, the error gets status 400, because the server is not at
      // fault.
      throw raw.complete ? error : Object.assign(new Error('The visitor disconnected.'), { statusCode: 400 })
    }
    if (read instanceof Uint8Array) return read
    throw new BodyRefusal(read)
  })
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const type = raw.headers['content-type']
    // Replaces an invalid content type, which Fastify would refuse although this parser does not
    // use the type.
    if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream'
    const wasRead = payload instanceof Readable && payload.readableDidRead
    done(wasRead ? bodyWasRead() : null, payload)
  })
  app.setErrorHandler((error, _request, reply) => {
    // The server does not read the rest of the body, so the connection must close.
    if (error instanceof BodyRefusal) return sendReply(error.reply, reply.header('connection', 'close'))
    throw error // Fastify passes the error to the application's error handler
  })

  const handler: RouteHandlerMethod = (request, reply) => {
    routes.answer(toRequest(request, depth)).then(
      (answer) => sendReply(answer, reply),
      (error: unknown) => void reply.send(error), // always an Error, because Fastify would send any other value as a response body
    )
  }
  for (const folder of ROUTE_FOLDERS) {
    const isGuarded = csrfProtection && SENT_BY_BROWSERS.has(folder)
    const shared = {
      url: `/${folder}/*`,
      config: { socialRoute: folder },
      logSerializers: {
        req: folder === 'media' ? logWithoutToken : logWithoutQuery,
        ...logSerializers,
      },
      handler,
    }
    const methods = app.supportedMethods.filter((method) => !(isGuarded && method === 'POST'))
    app.route({ ...shared, method: methods })
    if (isGuarded) app.route({ ...shared, method: 'POST', preHandler: refusingWithErrors(csrfProtection) })
  }
}

/**
 * Wraps a CSRF guard so that every refusal is an error. Fastify would send any other thrown value
 * as a body with status 200.
 */
function refusingWithErrors(guard: preHandlerHookHandler): preHandlerHookHandler {
  return function (request, reply, done) {
    const passOn: typeof done = (refusal) =>
      refusal === undefined || refusal === null ? done() : done(toRefusal(refusal))
    try {
      const answer: unknown = guard.call(this, request, reply, passOn)
      // Non-promise values are returned unchanged, because Fastify accepts any value with a `then`
      // method, and also callbacks.
      return (answer instanceof Promise ? answer.catch(rejectRefusal) : answer) as void // safe cast: the guard's declared return type is void, but Fastify also accepts promises
    } catch (refusal) {
      passOn(toRefusal(refusal))
    }
  }
}

const rejectRefusal = (refusal: unknown): Promise<never> => Promise.reject(toRefusal(refusal))
