import type { Connection, PlatformBase } from '@social/core/platform'

import { graphSigning, tokenHeaders } from './proof.js'

/** Where an account's requests go, and how they show whose they are. */
export interface GraphAddresses {
  /** Base of all paths that do not name another host. */
  readonly api: string
  /** Other addresses that get requests of an account; none unless given. */
  readonly others?: readonly string[] | undefined
  /** Address below which files are sent: it takes the token in a form of its own, and no proof. */
  readonly upload?: string | undefined
  readonly appSecretProof: boolean
}

/** The addressing of a network of Meta. */
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
