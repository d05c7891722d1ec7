import type { Connection } from '@social/core/platform'

/**
 * Base URLs of TikTok. https://developers.tiktok.com/doc/login-kit-web and
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (copies of October 2026)
 */
export const ADDRESSES = {
  api: 'https://open.tiktokapis.com/v2',
  signIn: 'https://www.tiktok.com/v2/auth/authorize',
  upload: 'https://open-upload.tiktokapis.com/video',
} as const

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<keyof typeof ADDRESSES, string>>

/** Hosts of upload URLs. TikTok chooses one of them for each upload. */
const UPLOAD_HOST = /\.tiktokapis\.com$/

/** Returns the base URL and the authorization header for an account's requests. */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (_connection: Connection): readonly string[] => [origin],
    apiBase: (_connection: Connection): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

/** Returns true for a URL to which a video may be sent. */
export function isUploadAddress(url: string, { upload }: Addresses): boolean {
  const address = URL.parse(url)
  if (address === null) return false
  if (address.origin === new URL(upload).origin) return true
  return address.protocol === 'https:' && UPLOAD_HOST.test(address.hostname)
}
