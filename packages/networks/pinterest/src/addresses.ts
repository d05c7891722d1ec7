import { type Connection, PlatformError } from '@social/core/platform'

/** Base URLs of Pinterest. https://developers.pinterest.com/docs/api/v5/introduction and
 *  https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (read 2026-11-22) */
export const ADDRESSES = {
  api: 'https://api.pinterest.com/v5',
  signIn: 'https://www.pinterest.com/oauth',
  /** Base URL of the storage for videos. Every registration of a video returns this URL. */
  upload: 'https://pinterest-media-upload.s3-accelerate.amazonaws.com',
} as const

/** Keys of the base URLs. */
export type PinterestAddress = keyof typeof ADDRESSES

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<PinterestAddress, string>>

/** Host of the test API, with separate boards, pins and tokens.
 *  https://developers.pinterest.com/docs/developer-tools/sandbox/ (read 2026-11-22) */
const SANDBOX_HOST = 'api-sandbox.pinterest.com'

/** Returns true when pins are created in the sandbox. */
export function isSandbox({ addresses: { api } }: { readonly addresses: Addresses }): boolean {
  return new URL(api).hostname === SANDBOX_HOST
}

/** Returns the base URL and the authorization header for an account's requests. */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (): readonly string[] => [origin],
    apiBase: (): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

/**
 * Returns the upload URL from the registration of a video. The URL must be https, or on the
 * configured storage host.
 *
 * @throws PlatformError for any other URL, before a byte of the video is sent.
 */
export function assertUploadAddress(
  given: string,
  { addresses: { upload } }: { readonly addresses: Addresses },
): string {
  const url = URL.parse(given)
  if (url !== null && (url.protocol === 'https:' || url.origin === new URL(upload).origin)) return url.href
  throw new PlatformError(
    'pinterest returned an unsafe upload URL for the video. Try again later. error.raw contains the URL.',
    { platform: 'pinterest', raw: { upload_url: given } },
  )
}
