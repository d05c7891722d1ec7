import type { PlatformBase } from '@social/core/platform'
import { graphAddressing } from '@social/meta-kit'

/** Services of Threads whose base URL can be changed. */
export type ThreadsAddress = 'api' | 'signIn' | 'code' | 'token' | 'refresh'

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<ThreadsAddress, string>>

/**
 * Base URLs of Threads. The URLs for tokens contain no API version. The only API version is v1.0.
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 * (copy of 12 August 2026)
 */
export const ADDRESSES: Addresses = {
  api: 'https://graph.threads.net/v1.0',
  signIn: 'https://threads.com/oauth/authorize',
  code: 'https://graph.threads.net/oauth/access_token',
  token: 'https://graph.threads.net/access_token',
  refresh: 'https://graph.threads.net/refresh_access_token',
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
