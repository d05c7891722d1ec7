import type { PlatformBase } from '@social/core/platform'
import { graphAddressing } from '@social/meta-kit'

/** Facebook hosts with separate base URLs. */
export type FacebookAddress = 'api' | 'video' | 'upload' | 'signIn' | 'token'

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<FacebookAddress, string>>

/**
 * Base URLs of Facebook. https://developers.facebook.com/docs/graph-api/overview,
 * https://developers.facebook.com/docs/video-api/guides/publishing,
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-22)
 */
export const ADDRESSES: Addresses = {
  api: 'https://graph.facebook.com/v26.0',
  video: 'https://graph-video.facebook.com/v26.0',
  upload: 'https://rupload.facebook.com/video-upload/v26.0',
  signIn: 'https://www.facebook.com/v26.0/dialog/oauth',
  token: 'https://graph.facebook.com/v26.0/oauth/access_token',
}

/** Returns the base URL and the authorization of a page's requests. */
export function addressing({
  addresses: { api, video, upload },
  appSecretProof,
}: {
  readonly addresses: Addresses
  readonly appSecretProof: boolean
}): Pick<PlatformBase, 'origins' | 'apiBase' | 'authHeaders' | 'sign'> {
  return graphAddressing({ api, others: [video], upload, appSecretProof })
}
