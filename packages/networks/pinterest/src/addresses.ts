import { type Connection, PlatformError } from '@social/core/platform'

/** Pinterest's own addresses. https://developers.pinterest.com/docs/api/v5/introduction and
 *  https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (read 2026-11-22) */
export const ADDRESSES = {
  api: 'https://api.pinterest.com/v5',
  signIn: 'https://www.pinterest.com/oauth',
  /** Storage that takes videos; every registration names the address anew. */
  upload: 'https://pinterest-media-upload.s3-accelerate.amazonaws.com',
} as const

/** What of Pinterest has an address of its own. */
export type PinterestAddress = keyof typeof ADDRESSES

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<PinterestAddress, string>>

/** The API for trying things out, with boards, pins and tokens of its own.
 *  https://developers.pinterest.com/docs/developer-tools/sandbox/ (read 2026-11-22) */
const SANDBOX_HOST = 'api-sandbox.pinterest.com'

/** True where pins are made in the sandbox. */
export function isSandbox({ addresses: { api } }: { readonly addresses: Addresses }): boolean {
  return new URL(api).hostname === SANDBOX_HOST
}

/** Base URL and authentication of an account's requests. */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (): readonly string[] => [origin],
    apiBase: (): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

/**
 * The address a registration gave for the bytes of a video: another company's server, over https.
 *
 * @throws PlatformError for anything else, before a byte of the video is sent.
 */
export function assertUploadAddress(
  given: string,
  { addresses: { upload } }: { readonly addresses: Addresses },
): string {
  const url = URL.parse(given)
  if (url !== null && (url.protocol === 'https:' || url.origin === new URL(upload).origin)) return url.href
  throw new PlatformError(
    'pinterest gave an address for the video that is not safe to send it to. Try again later; error.raw holds it.',
    { platform: 'pinterest', raw: { upload_url: given } },
  )
}
