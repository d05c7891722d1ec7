import type { GenericSchema, InferOutput } from 'valibot'

import type { PlatformHttp } from '../contract/calls.js'
import { ConfigError } from '../errors/index.js'
import { assertSignal } from '../models/values/assert-kind.js'
import type { ReadReply } from './attempts/interpret-reply.js'
import { RequestRun } from './attempts/request-run.js'
import type { EngineParts, HttpBinding } from './binding.js'
import { type Cancellation, SignalCancellation } from './cancellation.js'
import { rawOf } from './errors.js'
import { assertPublicUrl } from './guard/address.js'
import { type ParsedReply, readBySchema } from './readers/reply.js'
import { type Base, buildRequest, readBase, type UnsignedRequest } from './requests/outgoing-request.js'
import { assertOwnOrigin } from './requests/signing.js'
import type { DeleteOptions, HttpMethod, HttpReply, OutgoingRequest, RequestOptions } from './types.js'

const NO_OPTIONS: RequestOptions = {}

/** HTTP client for one call, created by `HttpEngine.bind`. */
export class BoundHttp implements PlatformHttp {
  readonly #parts: EngineParts
  readonly #binding: HttpBinding

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
  request(
    method: HttpMethod,
    path: string,
    schema: GenericSchema | null,
    options?: RequestOptions,
  ): Promise<HttpReply<unknown>> {
    const read: ReadReply<HttpReply<unknown>> = (reply, sent) => {
      const { status, headers, body } = reply
      const data = schema === null ? body : this.#data(schema, reply, sent)
      return { status, headers, data, raw: body instanceof Uint8Array ? {} : rawOf(body) }
    }
    return this.#send(method, path, options, read, method === 'DELETE' && schema === null ? read : null)
  }

  get<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#requestData('GET', path, schema, options)
  }

  post<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#requestData('POST', path, schema, options)
  }

  put<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#requestData('PUT', path, schema, options)
  }

  patch<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>> {
    return this.#requestData('PATCH', path, schema, options)
  }

  delete(path: string, schema: GenericSchema, options?: DeleteOptions): Promise<'DELETED' | 'GONE'> {
    const read: ReadReply<'DELETED' | 'GONE'> = (reply, sent) => {
      this.#data(schema, reply, sent)
      return 'DELETED'
    }
    return this.#send(options?.method ?? 'DELETE', path, options, read, () => 'GONE')
  }

  #requestData<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<InferOutput<S>> {
    return this.#send(method, path, options, (reply, sent) => this.#data(schema, reply, sent))
  }

  #data<S extends GenericSchema>(schema: S, reply: ParsedReply, request: OutgoingRequest): InferOutput<S> {
    return readBySchema(schema, reply, { platform: this.#binding.platform.name, request })
  }

  /**
   * Builds and sends a request. Every error rejects, also an invalid argument. `readGone` is only
   * for deletions: it returns the result if an earlier attempt may already have deleted the item.
   */
  #send<T>(
    method: HttpMethod,
    path: string,
    options: RequestOptions | undefined,
    read: ReadReply<T>,
    readGone: ReadReply<T> | null = null,
  ): Promise<T> {
    const { deadline } = this.#binding
    const signal = options?.signal ?? null
    let linked: LinkedSignal | null = null
    try {
      this.#parts.assertOpen()
      assertSignal(signal, 'The options of a request')
      if (signal !== null) linked = link(deadline.signal, signal)
      const cancellation = linked === null ? deadline : new SignalCancellation(linked.signal)
      const about = { cancellation, isDeletion: readGone !== null }
      const run = this.#prepare(method, path, options ?? NO_OPTIONS, about)
      const sending = run.run(read, readGone)
      return linked === null ? sending : sending.finally(linked.unlink)
    } catch (error) {
      linked?.unlink()
      return Promise.reject(error)
    }
  }

  #base(): Base | null {
    const { base: url } = this.#binding
    if (url === null) return null
    const { bases } = this.#parts
    const known = bases.get(url)
    if (known !== undefined) return known
    const base = readBase(url)
    bases.set(url, base)
    return base
  }

  /**
   * Checks that the host of an origin is public, once for each origin. The rest of the URL must
   * begin with a path, because a user name or password before the host would change the host.
   */
  #assertPublic({ url, origin }: UnsignedRequest): void {
    const { allowLoopback, publicOrigins } = this.#parts
    if (url.startsWith(`${origin}/`) && publicOrigins.get(origin)) return
    assertPublicUrl(url, { platform: this.#binding.platform.name, allowLoopback })
    publicOrigins.set(origin, true)
  }

  /** Builds the request, and runs all checks that need no network access. */
  #prepare(
    method: HttpMethod,
    path: string,
    options: RequestOptions,
    { cancellation, isDeletion }: { readonly cancellation: Cancellation; readonly isDeletion: boolean },
  ): RequestRun {
    const { platform } = this.#binding
    const request = buildRequest({ method, path }, this.#base(), options, this.#parts.random)
    if (options.fromPerson ?? platform.http?.fromPerson) this.#assertPublic(request)
    const connection = this.#binding.connection()
    const auth = options.auth ?? (connection === null ? 'none' : 'connection')
    if (auth === 'connection') {
      if (connection === null)
        throw new ConfigError(
          `${platform.name} has no connection yet. Send requests of a sign-in with auth: 'none'.`,
          {
            platform: platform.name,
          },
        )
      assertOwnOrigin(this.#binding, connection, request.origin)
    }
    const context = { parts: this.#parts, binding: this.#binding, options, cancellation }
    return new RequestRun(context, request, { withAuth: auth === 'connection', isDeletion })
  }
}

interface LinkedSignal {
  readonly signal: AbortSignal
  readonly unlink: () => void
}

/** Returns a signal that aborts when one of the two signals aborts. */
function link(first: AbortSignal, second: AbortSignal): LinkedSignal {
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
