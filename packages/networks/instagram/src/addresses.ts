import type { PlatformBase } from '@social/core/platform'
import { graphAddressing } from '@social/meta-kit'

/** Services of Instagram whose base URL can be changed. */
export type InstagramAddress = 'api' | 'signIn' | 'code' | 'token' | 'refresh'

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<InstagramAddress, string>>

/**
 * Base URLs of Instagram. The URLs for tokens contain no API version.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * (read 2026-11-22)
 */
export const ADDRESSES: Addresses = {
  api: 'https://graph.instagram.com/v26.0',
  signIn: 'https://www.instagram.com/oauth/authorize',
  code: 'https://api.instagram.com/oauth/access_token',
  token: 'https://graph.instagram.com/access_token',
  refresh: 'https://graph.instagram.com/refresh_access_token',
}

/** Returns the base URL and the authorization for the requests of an account. */
export function addressing({
  addresses: { api },
  appSecretProof,
}: {
  readonly addresses: Addresses
  readonly appSecretProof: boolean
}): Pick<PlatformBase, 'origins' | 'apiBase' | 'authHeaders' | 'sign'> {
  return graphAddressing({ api, appSecretProof })
}
