import type { Connection } from '@social/core/platform'

import type { Settings } from './options.js'

/** Hosts of TikTok's that upload addresses lead to; which of them is TikTok's business. */
const UPLOAD_HOST = /\.tiktokapis\.com$/

/** Where an account's requests go, and how they show whose they are. */
export function addresses({ addresses: { api } }: Settings) {
  const { origin } = new URL(api)
  return {
    origins: (_connection: Connection): readonly string[] => [origin],
    apiBase: (_connection: Connection): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

/** True for an address that bytes of a person's video may be sent to. */
export function isUploadAddress(url: string, { addresses: { upload } }: Settings): boolean {
  const address = URL.parse(url)
  if (address === null) return false
  if (upload !== null && address.origin === new URL(upload).origin) return true
  return address.protocol === 'https:' && UPLOAD_HOST.test(address.hostname)
}
