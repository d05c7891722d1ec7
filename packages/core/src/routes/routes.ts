import type { RoutesClient } from '../client/routes-client.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { RoutesOptions, RoutesSettings } from './options.js'
import { findRoute, methodsOf, type Route } from './readers/path.js'
import { BODY_COMPRESSED, BODY_TOO_BIG, NOT_FOUND, problem, type Reply } from './reply.js'
import type { RouteRequest } from './request.js'
import { callHost, toFailure } from './routes-failure.js'
import { readSettings } from './settings.js'
import { SignIn } from './sign-in/sign-in.js'
import { handleWeb } from './web.js'
import { Webhooks } from './webhook.js'

/** Characters of the longest query that is read. Our choice: servers and proxies allow about as much for a whole address. */
const MAX_QUERY_LENGTH = 16_384
/** Bytes (64 KiB) of the biggest form of a sign-in. Our choice. */
const MAX_FORM_BYTES = 65_536

const UNKNOWN_NETWORK = problem(404, 'There is no such network here.')
const QUERY_TOO_LONG = problem(400, 'The address is too long.')

/**
 * Sign-in and webhooks as plain values: a request in, a `Reply` out. The framework packages do nothing but translate.
 *
 * Whatever a visitor or a network did wrong becomes a reply. What the application did wrong is raised, so that the
 * framework answers 500 and the network sends its message again: always an `Error` without a status, whose `cause` is
 * what was thrown, be it a `ConfigError` or what `deliver` rejected with. `social.warning` tells of it too.
 *
 * @example
 * const routes = new Routes(client, {
 *   redirectUri: 'https://app.example/social/callback/{platform}',
 *   secrets: { tiktok: process.env['TIKTOK_SECRET'] ?? '' },
 *   deliver: dispatcher.deliver,
 * })
 * export default { fetch: routes.handle }
 */
export class Routes {
  /** The client the routes were made with. */
  readonly client: RoutesClient
  /** Path of the routes as `handle` sees it. */
  readonly prefix: string
  /** The biggest body a framework has to read. */
  readonly maxBodyBytes: number
  /** How long a framework waits for the end of a body. */
  readonly slowestBodySeconds: number
  readonly #settings: RoutesSettings
  readonly #signIn: SignIn
  readonly #webhooks: Webhooks

  /** @throws ConfigError for an option that is missing, unknown or of no use. */
  constructor(client: RoutesClient, options: RoutesOptions) {
    this.#settings = readSettings(client, options)
    this.client = client
    this.prefix = this.#settings.prefix
    this.maxBodyBytes = this.#settings.maxBodyBytes
    this.slowestBodySeconds = this.#settings.slowestBodySeconds
    this.#signIn = new SignIn(this.#settings)
    this.#webhooks = new Webhooks(this.#settings)
  }

  /**
   * Answers any request below the prefix, with or without a slash at its end.
   *
   * @throws Error for a mistake of the application, and when `deliver`, `finished`, `bind`, `resolveConnection`, a
   *   function among `secrets`, the memory or the media host failed. What they threw, an `Error` or not, is its `cause`.
   */
  answer(request: RouteRequest): Promise<Reply> {
    if (typeof request?.path !== 'string' || typeof request.headers !== 'object')
      throw wrongArgument('routes.answer', 'given { method, path, query, headers, body }', request)
    const route = findRoute(request.path)
    if (!route) return Promise.resolve(NOT_FOUND)
    const refusal = this.#refuse(route, request)
    if (refusal) return Promise.resolve(refusal)
    if (route.kind === 'media') return this.#serve(route.token, request)
    if (route.kind === 'webhook' && request.method === 'POST')
      return this.#webhooks.receive(route.platform, request)
    return this.#answerNetwork(route, request).catch((error: unknown) => {
      throw toFailure(error, { platform: route.platform })
    })
  }

  /** Answers a web-standard request: for Hono, Bun, Deno, Next.js and whatever else speaks `Request`. */
  readonly handle = (request: Request): Promise<Response> => handleWeb(this, request)

  #serve(token: string, request: RouteRequest): Promise<Reply> {
    const { mediaHost } = this.#settings
    if (!mediaHost) return Promise.resolve(NOT_FOUND)
    return callHost('mediaHost', null, () => mediaHost.serve(token, request))
  }

  /** What can be said without asking anybody. */
  #refuse(route: Route, request: RouteRequest): Reply | null {
    const methods = methodsOf(route)
    if (!methods.includes(request.method))
      return problem(405, `This address takes ${methods.join(' and ')}.`, { allow: methods.join(', ') })
    if (request.query.length > MAX_QUERY_LENGTH) return QUERY_TOO_LONG
    if (isCompressed(request)) return BODY_COMPRESSED
    const isForm = route.kind === 'callback' || route.kind === 'choose'
    const biggest = isForm ? Math.min(MAX_FORM_BYTES, this.maxBodyBytes) : this.maxBodyBytes
    if (request.body.length > biggest) return BODY_TOO_BIG
    return route.kind === 'media' || this.client.hasPlatform(route.platform) ? null : UNKNOWN_NETWORK
  }

  #answerNetwork(route: Exclude<Route, { kind: 'media' }>, request: RouteRequest): Promise<Reply> {
    const { kind, platform } = route
    if (kind === 'connect') return this.#signIn.start(platform, request)
    if (kind === 'callback') return this.#signIn.finish(platform, request)
    if (kind === 'choose') return this.#signIn.choose(platform, request)
    if (kind === 'extra') return this.#webhooks.answerExtra(route, request)
    return this.#webhooks.checkSetup(platform, request)
  }
}

/** True for a body with a content coding: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
function isCompressed({ method, headers }: RouteRequest): boolean {
  const coding = headers['content-encoding']
  return method === 'POST' && coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity'
}
