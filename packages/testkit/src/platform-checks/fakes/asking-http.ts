import { AsyncLocalStorage } from 'node:async_hooks'

import type { DeleteOptions, HttpMethod, PlatformHttp, RequestOptions } from '@social/core/platform'
import type { GenericSchema } from 'valibot'

/** A request as the platform passed it to the HTTP client. */
export interface Asked {
  readonly method: HttpMethod
  /** Path before the client adds `apiBase`. */
  readonly path: string
  /** Schema that validates the reply. Null if the platform does not validate the reply. */
  readonly schema: GenericSchema | null
  readonly options: RequestOptions
}

const asked = new AsyncLocalStorage<Asked>()

/** Returns the request that is being sent in the current asynchronous context, or null. */
export function askedNow(): Asked | null {
  return asked.getStore() ?? null
}

/** Wraps an HTTP client, so that the transport can read the schema of the expected reply. */
export function askingHttp(inner: PlatformHttp): PlatformHttp {
  const ask =
    (verb: 'get' | 'post' | 'put' | 'patch', method: HttpMethod) =>
    (path: string, schema: GenericSchema, options: RequestOptions = {}): Promise<unknown> =>
      asked.run({ method, path, schema, options }, () => inner[verb](path, schema, options))
  const asking = {
    request: (method: HttpMethod, path: string, schema: GenericSchema, options: RequestOptions = {}) =>
      asked.run({ method, path, schema, options }, () => inner.request(method, path, schema, options)),
    get: ask('get', 'GET'),
    post: ask('post', 'POST'),
    put: ask('put', 'PUT'),
    patch: ask('patch', 'PATCH'),
    delete: (path: string, schema: GenericSchema, options: DeleteOptions = {}) =>
      asked.run({ method: options.method ?? 'DELETE', path, schema, options }, () =>
        inner.delete(path, schema, options),
      ),
  }
  return asking as unknown as PlatformHttp // safe cast: the wrapper passes all arguments and results unchanged to the client
}
