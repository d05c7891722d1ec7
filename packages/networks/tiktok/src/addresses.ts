import type { Connection } from '@social/core/platform'

/** TikTok's own addresses. https://developers.tiktok.com/doc/login-kit-web and
 *  https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (copies of October 2026) */
export const ADDRESSES = {
  api: 'https://open.tiktokapis.com/v2',
  signIn: 'https://www.tiktok.com/v2/auth/authorize',
  upload: 'https://open-upload.tiktokapis.com/video',
} as const

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<keyof typeof ADDRESSES, string>>

/** Hosts of TikTok's that upload addresses lead to; which of them is TikTok's business. */
const UPLOAD_HOST = /\.tiktokapis\.com$/

/** Origins, base URL and authorization header of an account's requests. */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (_connection: Connection): readonly string[] => [origin],
    apiBase: (_connection: Connection): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

/** True for an address that bytes of a person's video may be sent to. */
export function isUploadAddress(url: string, { upload }: Addresses): boolean {
  const address = URL.parse(url)
  if (address === null) return false
  if (address.origin === new URL(upload).origin) return true
  return address.protocol === 'https:' && UPLOAD_HOST.test(address.hostname)
}
