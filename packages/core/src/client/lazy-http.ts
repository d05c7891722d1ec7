import type { GenericSchema } from 'valibot'

import type { PlatformHttp } from '../contract/index.js'
import type { HttpMethod, RequestOptions } from '../http/types.js'

/**
 * Wraps the HTTP client so that the connection is renewed before the first signed request. An operation that is
 * refused before any request then needs no renewal.
 *
 * @param makeFresh - Called before each signed request; renews only once.
 */
export function lazyHttp(http: PlatformHttp, makeFresh: () => Promise<void>): PlatformHttp {
  async function whenFresh(options: RequestOptions | undefined): Promise<void> {
    if (options?.auth !== 'none') await makeFresh()
  }
  async function request(
    method: HttpMethod,
    path: string,
    schema: GenericSchema | null,
    options?: RequestOptions,
  ) {
    await whenFresh(options)
    // safe cast: both overloads of `request` pass their arguments on unchanged
    return http.request(method, path, schema as GenericSchema, options)
  }
  const data =
    (method: HttpMethod): PlatformHttp['get'] =>
    async (path, schema, options) =>
      (await request(method, path, schema, options)).data
  return {
    request,
    get: data('GET'),
    post: data('POST'),
    put: data('PUT'),
    patch: data('PATCH'),
    async delete(path, schema, options) {
      await whenFresh(options)
      return http.delete(path, schema, options)
    },
  }
}
