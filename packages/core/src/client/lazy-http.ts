import type { GenericSchema } from 'valibot'

import type { PlatformHttp } from '../contract/index.js'
import type { HttpMethod, RequestOptions } from '../http/types.js'

/**
 * HTTP that makes the connection fresh before its first signed request, so that whatever is refused without a request
 * costs no renewal either.
 *
 * @param makeFresh - Called before each signed request; renews once.
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
    // One of the two overloads of `request`, picked by the caller; the values are passed on as they came.
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
