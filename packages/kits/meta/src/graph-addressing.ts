import type { Connection, PlatformBase } from '@social/core/platform'

import { graphSigning, tokenHeaders } from './proof.js'

/** Base URLs that receive requests with the token of an account. */
export interface GraphAddresses {
  /** Base URL of requests that specify only a path. */
  readonly api: string
  /** Additional base URLs that receive requests with the token of an account. Default: none. */
  readonly others?: readonly string[] | undefined
  /**
   * Base URL of uploads. The upload host requires another authorization format, and no
   * `appsecret_proof`.
   */
  readonly upload?: string | undefined
  readonly appSecretProof: boolean
}

/** Creates the members of a platform for its base URLs, origins and authorization headers. */
export function graphAddressing({
  api,
  others = [],
  upload,
  appSecretProof,
}: GraphAddresses): Pick<PlatformBase, 'origins' | 'apiBase' | 'authHeaders' | 'sign'> {
  const all = [api, ...others, ...(upload === undefined ? [] : [upload])]
  const origins = [...new Set(all.map((address) => new URL(address).origin))]
  return {
    origins: () => origins,
    apiBase: () => api,
    authHeaders: (connection: Connection) => tokenHeaders(connection),
    sign: graphSigning({
      appSecretProof,
      ...(upload !== undefined && { isUploadHost: (url: string) => url.startsWith(`${upload}/`) }),
    }),
  }
}
