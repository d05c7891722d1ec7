import type { ServerResponse } from 'node:http'

import type { OnApplicationShutdown } from '@nestjs/common'
import type { ApplicationConfig, HttpAdapterHost } from '@nestjs/core'
import type { SocialClient } from '@social/core'
import { Reply, type RouteFolder, Routes, toRefusal } from '@social/core/routes'

import type { CsrfProtection, SocialModuleOptions } from './options.js'
import { OwnPaths } from './own-paths.js'
import { type Bodies, readBodiesFirst } from './raw-body.js'
import { type FastifyReply, sendRefusal, sendReply } from './send-reply.js'
import { keptBody, type PlatformRequest, rawOf, toRequest } from './to-request.js'

/** Objects of the Nest application that a router uses. */
export interface Surroundings {
  readonly host: HttpAdapterHost
  readonly config: ApplicationConfig
  readonly prefix: string
  /** Called with the name of the HTTP platform before Nest reads the routes. */
  readonly mount: (platform: string) => void
}

const SENT_BY_BROWSERS: ReadonlySet<RouteFolder> = new Set(['callback', 'choose'])
const NOT_HERE = Reply.json({ error: 'There is nothing at this address.' }, 404)

/** Handles the requests for the routes of one module. */
export class SocialRouter implements OnApplicationShutdown {
  readonly #routes: Routes
  readonly #paths: OwnPaths
  readonly #bodies: Bodies = new WeakMap()
  readonly #csrfProtection: CsrfProtection | undefined
  readonly #ownClient: SocialClient | null

  /** @throws ConfigError for missing, unknown or invalid route options. */
  constructor(
    client: SocialClient,
    options: SocialModuleOptions,
    { host, config, prefix, mount }: Surroundings,
  ) {
    const { csrfProtection, ...routes } = options.routes
    this.#routes = new Routes(client, routes)
    this.#csrfProtection = csrfProtection
    this.#ownClient = options.client ? null : client
    this.#paths = new OwnPaths(prefix, config)
    const reading = {
      isOwn: (url: string) => this.#paths.below(url) !== null,
      bounds: this.#routes,
      bodies: this.#bodies,
    }
    // The listener runs immediately if the adapter exists. Nest creates modules under test before the adapter.
    host.init$.subscribe(() => {
      mount(host.httpAdapter.getType())
      readBodiesFirst(host.httpAdapter, reading)
    })
  }

  /** Handles a request after Nest's guards accepted it. */
  async answer(
    folder: RouteFolder,
    request: PlatformRequest,
    response: ServerResponse | FastifyReply,
  ): Promise<void> {
    const path = this.#paths.below(rawOf(request).url ?? '/')
    // Express also matches `/Social` for `/social`. For such a path a browser would not send the
    // sign-in cookie.
    if (path === null) return sendReply(NOT_HERE, response)
    const isPost = request.method === 'POST'
    const body = isPost ? (this.#bodies.get(rawOf(request)) ?? keptBody(request)) : new Uint8Array(0)
    if (!(body instanceof Uint8Array)) return sendRefusal(body, response)
    if (this.#csrfProtection && isPost && SENT_BY_BROWSERS.has(folder)) {
      request.body = body
      await passes(this.#csrfProtection, request, response)
    }
    return sendReply(await this.#routes.answer(toRequest(request, path, body)), response)
  }

  /** Closes the client if the module created it. */
  async onApplicationShutdown(): Promise<void> {
    await this.#ownClient?.close()
  }
}

/**
 * Resolves when a handler calls `next`. If the handler sends a response itself, the request ends
 * there.
 */
function passes(handler: CsrfProtection, request: unknown, response: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown): void => (error === undefined || error === null ? resolve() : fail(error))
    const fail = (error: unknown): void => reject(toRefusal(error))
    // safe cast: the application chose the platform and a handler with the types of that platform
    const run = async (): Promise<unknown> => handler(request as never, response as never, done)
    run().catch(fail)
  })
}
