import { assertPublicUrl, type Call, ConfigError } from '@social/core/platform'

/** URL of a server's update stream. */
export interface StreamAddress {
  readonly origin: string
  /** Base URL without a trailing slash: `https://streaming.social.example`. */
  readonly base: string
}

/**
 * HTTP scheme for each WebSocket scheme. The library reads the stream over HTTP instead of
 * WebSockets.
 */
const OVER_HTTP: Readonly<Record<string, string>> = { 'wss:': 'https:', 'ws:': 'http:' }

/** Maximum length of the reported URL, because the URL is untrusted text. Our choice. */
const MAX_ADDRESS_LENGTH = 500

/**
 * Reads the URL of a server's update stream, for example `wss://streaming.social.example`. The
 * stream is often on another host and receives the token. Therefore only a public https URL
 * without credentials is accepted. On loopback, http is accepted if the application allows
 * loopback servers.
 * https://docs.joinmastodon.org/methods/streaming/ (read 2026-11-22)
 *
 * @param reported - URL in the instance document of the server; null when missing.
 */
export function toStreamAddress(
  reported: string | null,
  { allowLoopback }: Pick<Call, 'allowLoopback'>,
): StreamAddress | null {
  if (reported === null || reported.length > MAX_ADDRESS_LENGTH) return null
  const given = URL.parse(reported)
  if (given === null || given.username !== '' || given.password !== '') return null
  const address = URL.parse(`${OVER_HTTP[given.protocol] ?? given.protocol}//${given.host}${given.pathname}`)
  if (address === null) return null
  try {
    assertPublicUrl(address.href, { platform: 'mastodon', allowLoopback })
  } catch (error) {
    if (ConfigError.is(error)) return null
    throw error
  }
  return { origin: address.origin, base: address.href.replace(/\/$/, '') }
}
