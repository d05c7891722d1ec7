import { AsyncLocalStorage } from 'node:async_hooks'

import type { DeleteOptions, HttpMethod, PlatformHttp, RequestOptions } from '@social/core/platform'
import type { GenericSchema } from 'valibot'

/** One request as made by a platform. */
export interface Asked {
  readonly method: HttpMethod
  /** Path as passed by the platform, before it is joined to `apiBase`. */
  readonly path: string
  /** Schema of the reply; null if the reply is not validated. */
  readonly schema: GenericSchema | null
  readonly options: RequestOptions
}

const asked = new AsyncLocalStorage<Asked>()

/** Returns the platform's request that is being sent. Returns null if no request is being sent. */
export function askedNow(): Asked | null {
  return asked.getStore() ?? null
}

/** HTTP client that reports the schema of each reply to its transport. */
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
  return asking as unknown as PlatformHttp // safe cast: arguments and results are passed through
}
