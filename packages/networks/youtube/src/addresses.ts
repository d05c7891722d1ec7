import { ConfigError, type Connection, isLoopbackHost } from '@social/core/platform'

/** What of YouTube has an address of its own. */
export type YoutubeAddress = 'api' | 'upload' | 'signIn' | 'token'

/** Google's own addresses. https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps and
 *  https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21) */
const DEFAULTS: Readonly<Record<YoutubeAddress, string>> = {
  api: 'https://www.googleapis.com/youtube/v3',
  upload: 'https://www.googleapis.com/upload/youtube/v3/videos',
  signIn: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
}

/** The other name of the same API: uploads may be sent on there. */
const SECOND_ORIGIN = 'https://youtube.googleapis.com'

/** Where everything is, without trailing slashes. */
export interface Addresses extends Readonly<Record<YoutubeAddress, string>> {
  /** Takes tokens back; beside `token`. */
  readonly revoke: string
  /** Where the token may go. */
  readonly origins: readonly string[]
}

function needAddress(name: string, given: string): string {
  const url = URL.parse(given)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (url && isSafe) return given.replace(/\/+$/, '')
  throw new ConfigError(
    `youtube({ addresses: { ${name} } }) takes a whole address that starts with https://, or with http:// on this machine. Correct it, or leave it out.`,
    { platform: 'youtube' },
  )
}

/**
 * Fills in what the application left out.
 *
 * @throws ConfigError for what is no address.
 */
export function readAddresses(given: Partial<Record<YoutubeAddress, string>> = {}): Addresses {
  const api = needAddress('api', given.api ?? DEFAULTS.api)
  const upload = needAddress('upload', given.upload ?? DEFAULTS.upload)
  const token = needAddress('token', given.token ?? DEFAULTS.token)
  const own = [new URL(api).origin, new URL(upload).origin]
  return {
    api,
    upload,
    token,
    signIn: needAddress('signIn', given.signIn ?? DEFAULTS.signIn),
    revoke: new URL('revoke', token).href,
    origins: [...new Set(api === DEFAULTS.api ? [...own, SECOND_ORIGIN] : own)],
  }
}

/** Where an account's requests go, and how they show whose they are. */
export function addressing({ api, origins }: Addresses) {
  return {
    origins: (): readonly string[] => origins,
    apiBase: (): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
