import { assertPublicUrl, type Call, ConfigError } from '@social/core/platform'

/** Where the stream of a server is. */
export interface StreamAddress {
  readonly origin: string
  /** Without a trailing slash: `https://streaming.social.example`. */
  readonly base: string
}

/** What stands for an address of WebSockets when events are read over HTTP. */
const OVER_HTTP: Readonly<Record<string, string>> = { 'wss:': 'https:', 'ws:': 'http:' }

/** Letters of an address that are looked at: it is a stranger's text. Our choice. */
const MAX_ADDRESS_LENGTH = 500

/**
 * Reads where a server streams: `wss://streaming.social.example`, often another host. The token goes there, so only a
 * whole public https address without a name and a password in it is used; http for loopback where that is allowed.
 * https://docs.joinmastodon.org/methods/streaming/ (read 2026-11-22)
 *
 * @param told - As the server's own document has it; null where it says nothing.
 */
export function toStreamAddress(
  told: string | null,
  { allowLoopback }: Pick<Call, 'allowLoopback'>,
): StreamAddress | null {
  if (told === null || told.length > MAX_ADDRESS_LENGTH) return null
  const given = URL.parse(told)
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
