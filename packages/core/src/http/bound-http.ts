import type { GenericSchema, InferOutput } from 'valibot'

import type { PlatformHttp } from '../contract/calls.js'
import { ConfigError } from '../errors/index.js'
import { assertPublicUrl } from './address.js'
import type { EngineParts, HttpBinding } from './binding.js'
import { rawOf } from './errors.js'
import { type Base, buildRequest, readBase } from './outgoing-request.js'
import { readBySchema } from './reply.js'
import { RequestRun } from './request-run.js'
import { assertOwnOrigin } from './signing.js'
import type { HttpMethod, HttpReply, RequestOptions } from './types.js'

/** The engine's HTTP, bound to one call. */
export class BoundHttp implements PlatformHttp {
  readonly #parts: EngineParts
  readonly #binding: HttpBinding
  #base: Base | null = null

  constructor(parts: EngineParts, binding: HttpBinding) {
    this.#parts = parts
    this.#binding = binding
  }

  request<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<HttpReply<InferOutput<S>>>
  request(
    method: HttpMethod,
    path: string,
    schema: null,
    options?: RequestOptions,
  ): Promise<HttpReply<unknown>>
  async request(
    method: HttpMethod,
    path: string,
    schema: GenericSchema | null,
    options: RequestOptions = {},
  ): Promise<HttpReply<unknown>> {
    const linked = options.signal === undefined ? null : link(this.#binding.deadline.signal, options.signal)
    try {
      const run = this.#prepare(method, path, options, linked?.signal ?? this.#binding.deadline.signal)
      const { reply, sent } = await run.run()
      const { status, headers, body } = reply
      const data =
        schema === null
          ? body
          : readBySchema(schema, reply, { platform: this.#binding.platform.name, request: sent })
      return { status, headers, data, raw: rawOf(body) }
    } finally {
      linked?.unlink()
    }
  }

  get<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#data('GET', path, schema, options)
  }

  post<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#data('POST', path, schema, options)
  }

  put<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#data('PUT', path, schema, options)
  }

  patch<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#data('PATCH', path, schema, options)
  }

  delete<S extends GenericSchema>(
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<InferOutput<S>> {
    return this.#data('DELETE', path, schema, options)
  }

  async #data<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<InferOutput<S>> {
    const { data } = await this.request(method, path, schema, options)
    return data
  }

  /** Everything that can be refused without a request is refused here. */
  #prepare(method: HttpMethod, path: string, options: RequestOptions, signal: AbortSignal): RequestRun {
    const { platform, base } = this.#binding
    if (base !== null) this.#base ??= readBase(base)
    const request = buildRequest({ method, path }, this.#base, options, this.#parts.random)
    if (options.fromPerson ?? platform.http?.fromPerson)
      assertPublicUrl(request.url, { platform: platform.name, allowLoopback: this.#parts.allowLoopback })
    const connection = this.#binding.connection()
    const auth = options.auth ?? (connection === null ? 'none' : 'connection')
    if (auth === 'connection') {
      if (connection === null)
        throw new ConfigError(
          `${platform.name} has no connection yet: a request of a sign-in is sent with auth: 'none'.`,
          {
            platform: platform.name,
          },
        )
      assertOwnOrigin(this.#binding, connection, request.origin)
    }
    const context = { parts: this.#parts, binding: this.#binding, options, signal }
    return new RequestRun(context, request, auth === 'connection')
  }
}

/** A signal that fires with the first of two. */
function link(
  first: AbortSignal,
  second: AbortSignal,
): { readonly signal: AbortSignal; readonly unlink: () => void } {
  const controller = new AbortController()
  const follow = (): void => {
    controller.abort(first.aborted ? first.reason : second.reason)
  }
  if (first.aborted || second.aborted) follow()
  first.addEventListener('abort', follow)
  second.addEventListener('abort', follow)
  return {
    signal: controller.signal,
    unlink: () => {
      first.removeEventListener('abort', follow)
      second.removeEventListener('abort', follow)
    },
  }
}
