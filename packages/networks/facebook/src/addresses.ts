import type { Connection, PlatformBase } from '@social/core/platform'
import { graphSigning, tokenHeaders } from '@social/meta-kit'

/** What of Facebook has an address of its own. */
export type FacebookAddress = 'api' | 'video' | 'upload' | 'signIn' | 'token'

/** Where everything is, without trailing slashes. */
export type Addresses = Readonly<Record<FacebookAddress, string>>

/** Facebook's own addresses. https://developers.facebook.com/docs/graph-api/overview,
 *  https://developers.facebook.com/docs/video-api/guides/publishing,
 *  https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-22) */
export const ADDRESSES: Addresses = {
  api: 'https://graph.facebook.com/v26.0',
  video: 'https://graph-video.facebook.com/v26.0',
  upload: 'https://rupload.facebook.com/video-upload/v26.0',
  signIn: 'https://www.facebook.com/v26.0/dialog/oauth',
  token: 'https://graph.facebook.com/v26.0/oauth/access_token',
}

/** Where a page's requests go, and how they show whose they are. */
export function addressing({
  addresses,
  appSecretProof,
}: {
  readonly addresses: Addresses
  readonly appSecretProof: boolean
}): Pick<PlatformBase, 'origins' | 'apiBase' | 'authHeaders' | 'sign'> {
  const { api, video, upload } = addresses
  const origins = [...new Set([api, video, upload].map((address) => new URL(address).origin))]
  return {
    origins: () => origins,
    apiBase: () => api,
    authHeaders: (connection: Connection) => tokenHeaders(connection),
    sign: graphSigning({ appSecretProof, isUploadHost: (url) => url.startsWith(`${upload}/`) }),
  }
}
