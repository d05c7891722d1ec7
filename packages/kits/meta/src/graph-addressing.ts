import type { Connection, PlatformBase } from '@social/core/platform'

import { graphSigning, tokenHeaders } from './proof.js'

/** Origins, base URL and authorization header of an account's requests. */
export interface GraphAddresses {
  /** Base URL of all paths without another host. */
  readonly api: string
  /** Other base URLs that receive requests of an account. Default: none. */
  readonly others?: readonly string[] | undefined
  /** Base URL of uploads. It takes the token in another format, and no proof. */
  readonly upload?: string | undefined
  readonly appSecretProof: boolean
}

/** Creates the addressing of a Meta network. */
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
