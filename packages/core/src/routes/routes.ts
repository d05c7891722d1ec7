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

/** Maximum length of a query in characters. Our choice: servers and proxies have a similar limit for a whole URL. */
const MAX_QUERY_LENGTH = 16_384
/** Maximum bytes of a sign-in form (64 KiB). Our choice. */
const MAX_FORM_BYTES = 65_536

const UNKNOWN_NETWORK = problem(404, 'There is no such network here.')
const QUERY_TOO_LONG = problem(400, 'The URL is too long.')

/**
 * Answers the requests of sign-ins and webhooks. Requests and replies are plain values, which the framework packages
 * convert.
 *
 * Errors of a visitor or a network become a reply. Errors of the application are thrown, so that the framework
 * responds with 500 and the network sends its request again. They are an `Error` without a status. Its `cause` is
 * the thrown value, such as a `ConfigError` or a rejection of `deliver`. `social.warning` also reports it.
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
  /** The client passed to the constructor. */
  readonly client: RoutesClient
  /** Path under which `handle` receives requests to the routes. */
  readonly prefix: string
  /** Maximum size of a request body in bytes. */
  readonly maxBodyBytes: number
  /** Time limit for reading a body, in seconds. */
  readonly maxBodySeconds: number
  readonly #settings: RoutesSettings
  readonly #signIn: SignIn
  readonly #webhooks: Webhooks

  /** @throws ConfigError for a missing, unknown or invalid option. */
  constructor(client: RoutesClient, options: RoutesOptions) {
    this.#settings = readSettings(client, options)
    this.client = client
    this.prefix = this.#settings.prefix
    this.maxBodyBytes = this.#settings.maxBodyBytes
    this.maxBodySeconds = this.#settings.maxBodySeconds
    this.#signIn = new SignIn(this.#settings)
    this.#webhooks = new Webhooks(this.#settings)
  }

  /**
   * Answers any request below the prefix, with or without a trailing slash.
   *
   * @throws Error for a mistake of the application, and if `deliver`, `finished`, `bind`, `resolveConnection`, a
   * function in `secrets`, the memory or the media host failed. `cause` is the thrown value, even if it is not an
   * `Error`.
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

  /** Answers a web-standard `Request`, as in Hono, Bun, Deno and Next.js. */
  readonly handle = (request: Request): Promise<Response> => handleWeb(this, request)

  #serve(token: string, request: RouteRequest): Promise<Reply> {
    const { mediaHost } = this.#settings
    if (!mediaHost) return Promise.resolve(NOT_FOUND)
    return callHost('mediaHost', null, () => mediaHost.serve(token, request))
  }

  /**
   * Refuses a request for reasons that can be checked without the storage and the application. Returns null if there
   * is none.
   */
  #refuse(route: Route, request: RouteRequest): Reply | null {
    const methods = methodsOf(route)
    if (!methods.includes(request.method))
      return problem(405, `This URL accepts ${methods.join(' and ')}.`, { allow: methods.join(', ') })
    if (request.query.length > MAX_QUERY_LENGTH) return QUERY_TOO_LONG
    if (isCompressed(request)) return BODY_COMPRESSED
    const isForm = route.kind === 'callback' || route.kind === 'choose'
    const maxBytes = isForm ? Math.min(MAX_FORM_BYTES, this.maxBodyBytes) : this.maxBodyBytes
    if (request.body.length > maxBytes) return BODY_TOO_BIG
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

/**
 * Returns true if the body is compressed or encoded in another way.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
 */
function isCompressed({ method, headers }: RouteRequest): boolean {
  const coding = headers['content-encoding']
  return method === 'POST' && coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity'
}
