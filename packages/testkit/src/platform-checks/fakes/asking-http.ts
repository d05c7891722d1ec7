import { AsyncLocalStorage } from 'node:async_hooks'

import type { DeleteOptions, HttpMethod, PlatformHttp, RequestOptions } from '@social/core/platform'
import type { GenericSchema } from 'valibot'

/** What a platform asked for with one request. */
export interface Asked {
  readonly method: HttpMethod
  /** As the platform wrote it: before it was joined onto `apiBase`. */
  readonly path: string
  /** What the reply is read with; null where it is taken as it comes. */
  readonly schema: GenericSchema | null
  readonly options: RequestOptions
}

const asked = new AsyncLocalStorage<Asked>()

/** What the request that is being sent was asked for with; null outside of one. */
export function askedNow(): Asked | null {
  return asked.getStore() ?? null
}

/** HTTP that tells its transport what each reply will be read with. */
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
  return asking as unknown as PlatformHttp // the same arguments and answers, passed on
}
