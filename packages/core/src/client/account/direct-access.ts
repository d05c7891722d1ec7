import { describeValue } from '../../checks/index.js'
import { ConfigError, PlatformError } from '../../errors/index.js'
import type { HttpMethod } from '../../http/types.js'
import { readCallOptions } from '../arguments.js'
import type { AccountRunner } from './account-runner.js'
import { readRequest, REQUEST_NAMES } from './direct-options.js'
import type { Direct, DirectOptions, DirectReply } from './direct.js'

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Makes the object with which an application sends its own requests to the network, signed with an account's token.
 */
export function directAccess(runner: AccountRunner): Direct {
  async function request(method: HttpMethod, path: string, options?: DirectOptions): Promise<DirectReply> {
    if (typeof path !== 'string')
      throw new ConfigError(
        `account.direct takes a path such as "/api/v1/lists", not ${describeValue(path)}.`,
      )
    if (!METHODS.includes(method))
      throw new ConfigError(
        `account.direct takes one of ${METHODS.join(', ')} as its method, not ${describeValue(method)}.`,
      )
    const { signal, deadlineSeconds, ...rest } = readCallOptions(options, 'direct', REQUEST_NAMES)
    const checked = readRequest(rest, runner.platform.name)
    const limits = { signal, deadlineSeconds }
    return runner.within('direct', limits, async (deadline) => {
      const call = await runner.call('direct', deadline, 'generic')
      const { status, headers, data } = await call.http.request(method, path, null, checked)
      return { status, headers, data }
    })
  }
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, options) => request('POST', path, options),
    put: (path, options) => request('PUT', path, options),
    delete: (path, options) => request('DELETE', path, options),
    async json(method, path, options) {
      const { status, data } = await request(method, path, options)
      if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data }
      const { name } = runner.platform
      throw new PlatformError(
        `${name} returned a response to ${method} ${path.split('?')[0]} that is not a JSON object.`,
        {
          platform: name,
          statusCode: status,
          raw: { body: data },
        },
      )
    },
  }
}
