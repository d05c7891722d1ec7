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
  /** The application's one client. */
  readonly client: RoutesClient
  /**
   * Runs before every POST of a browser (`callback`, `choose`), never before a webhook: `app.csrfProtection` of
   * `@fastify/csrf-protection`. The body is untouched bytes there; `readForm` of `@social/core/routes` reads it.
   */
  readonly csrfProtection?: preHandlerHookHandler | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which of the social routes this is, for hooks that have to tell webhooks from what a browser sends. */
    socialRoute?: RouteFolder
  }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1 */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/
/** What Fastify itself reads from the options of a registration. */
const FASTIFYS_OWN = new Set(['prefix', 'logLevel', 'logSerializers', 'exposeHeadRoutes', 'errorHandler'])
const SENT_BY_BROWSERS: ReadonlySet<RouteFolder> = new Set(['callback', 'choose'])

/** Takes an answer past Fastify's reading of the body. */
class BodyRefusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('The body of the request was refused.')
    this.reply = reply
  }
}

/**
 * Sign-in and webhooks as a Fastify plugin. The raw body stays within its scope: parsers elsewhere are as they were.
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
  // Taken apart and put together again: it has the fields it had.
  const routes = new Routes(client, own as unknown as RoutesOptions)
  const { logSerializers } = options as RegisterOptions // Fastify hands over its own options too
  const depth = app.prefix.split('/').filter(Boolean).length

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ raw }: FastifyRequest, body: Readable) => {
    let read: Uint8Array | Reply
    try {
      read = await readNodeBody(body, routes)
    } catch (error) {
      // A visitor who left halfway is nobody's mistake.
      throw raw.complete ? error : Object.assign(new Error('The visitor went away.'), { statusCode: 400 })
    }
    if (read instanceof Uint8Array) return read
    throw new BodyRefusal(read)
  })
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const type = raw.headers['content-type']
    // Fastify refuses a type it cannot read, although no parser here looks at it.
    if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream'
    const wasRead = payload instanceof Readable && payload.readableDidRead
    done(wasRead ? bodyWasRead() : null, payload)
  })
  app.setErrorHandler((error, _request, reply) => {
    // The rest of the body is not read, so the connection must close.
    if (error instanceof BodyRefusal) return sendReply(error.reply, reply.header('connection', 'close'))
    throw error // To the application's own error handler.
  })

  const handler: RouteHandlerMethod = (request, reply) => {
    routes.answer(toRequest(request, depth)).then(
      (answer) => sendReply(answer, reply),
      (error: unknown) => void reply.send(error), // always an Error: Fastify sends anything else as a body
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

/** The same guard. What it refuses with is always an error: Fastify sends anything else as the answer, with 200. */
function refusingWithErrors(guard: preHandlerHookHandler): preHandlerHookHandler {
  return function (request, reply, done) {
    const passOn: typeof done = (refusal) =>
      refusal === undefined || refusal === null ? done() : done(toRefusal(refusal))
    try {
      const answer: unknown = guard.call(this, request, reply, passOn)
      // Handed back as it is: Fastify waits for whatever has a `then` as well as for `done`.
      return (answer instanceof Promise ? answer.catch(rejectRefusal) : answer) as void // the type names no promise
    } catch (refusal) {
      passOn(toRefusal(refusal))
    }
  }
}

const rejectRefusal = (refusal: unknown): Promise<never> => Promise.reject(toRefusal(refusal))
