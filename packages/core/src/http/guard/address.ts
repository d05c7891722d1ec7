import { isIP } from 'node:net'

import { ConfigError } from '../../errors/index.js'
import { assertContext, assertString } from '../../models/values/assert-kind.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { BoundedMap } from '../bounded-map.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/**
 * Settings of the address guard, which refuses requests to private hosts (protection against
 * server-side request forgery, SSRF).
 */
export interface GuardOptions {
  /** Registered name of the network. */
  readonly platform: string
  /** Allows loopback hosts. Other private hosts are always refused. */
  readonly allowLoopback: boolean
}

/**
 * Endings of host names that are never public: RFC 6761, section 6.3, RFC 6762, section 3 and
 * appendix G, and RFC 8375.
 */
const PRIVATE_ENDINGS = ['.localhost', '.local', '.internal', '.home.arpa', '.lan', '.intranet'] as const

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const HOST = /^[\p{L}\p{N}.:[\]_-]+$/u

/**
 * Parses a server name that a user typed, such as `social.example`, `https://social.example/about`
 * or `@me@social.example`.
 *
 * @param input - The typed text.
 * @param options - Name of the network for the error message, and whether loopback hosts are
 * allowed.
 * @returns The host in lower case, with its port if one was typed. International names are
 * converted to `xn--`.
 * @throws ConfigError if the text contains no valid host, or a host that is not public.
 */
export function cleanHost(input: string, options: GuardOptions): string {
  assertContext(options, 'cleanHost')
  assertString(input, 'cleanHost: input')
  const { platform } = options
  const typed = input
    .trim()
    .replace(SCHEME, '')
    .replace(/[/?#].*$/s, '')
  const text = typed.slice(typed.lastIndexOf('@') + 1)
  const host = HOST.test(text) ? hostOf(text) : null
  if (host === null)
    throw new ConfigError(
      `${platform} requires the name of a server such as social.example, not ${JSON.stringify(input.slice(0, 100))}.`,
      { platform },
    )
  refusePrivateHost(withoutPort(host), options)
  return host
}

/**
 * Maximum number of hosts whose URLs are cached. Every request needs the URL of its host. Our
 * choice.
 */
const MAX_HOSTS = 1_000

const loopbackHosts = new BoundedMap<string, boolean>(MAX_HOSTS)

/**
 * Returns the base URL of a host. The URL has https, or http for a loopback host if loopback is
 * allowed.
 */
export function hostUrl(host: string, options: { readonly allowLoopback: boolean }): string {
  if (typeof host !== 'string' || typeof options !== 'object' || options === null)
    throw wrongArgument(
      'hostUrl',
      'given a host and { allowLoopback }',
      typeof host === 'string' ? options : host,
    )
  if (!options.allowLoopback) return `https://${host}`
  let isLoopback = loopbackHosts.get(host)
  if (isLoopback === undefined) {
    isLoopback = isLoopbackHost(withoutPort(host))
    loopbackHosts.set(host, isLoopback)
  }
  return `${isLoopback ? 'http' : 'https'}://${host}`
}

/**
 * Checks that a URL from a user is https and has a public host (protection against server-side
 * request forgery, SSRF). The transport checks the addresses again after the host was resolved.
 *
 * @param url - Absolute URL.
 * @param options - Name of the network for the error message, and whether loopback hosts are
 * allowed.
 * @throws ConfigError if the URL is invalid, not https, contains a password, or has a host that is
 * not public.
 */
export function assertPublicUrl(url: string | URL, options: GuardOptions): URL {
  assertContext(options, 'assertPublicUrl')
  const { platform } = options
  const address = typeof url === 'string' ? URL.parse(url) : isAddress(url) ? url : null
  if (address === null)
    throw new ConfigError(`${platform} received an invalid URL. Use a URL that starts with https://.`, {
      platform,
    })
  if (address.username !== '' || address.password !== '')
    throw new ConfigError(`${platform} received a URL that contains a user name or password. Remove it.`, {
      platform,
    })
  const isLoopback = isLoopbackHost(address.hostname)
  if (isLoopback) refusePrivateHost(address.hostname, options)
  if (address.protocol !== 'https:' && !(isLoopback && address.protocol === 'http:'))
    throw new ConfigError(
      `${platform} received a URL at ${address.host} that is not https. Use a URL that starts with https://.`,
      { platform },
    )
  refusePrivateHost(address.hostname, options)
  return address
}

/** Returns true for `localhost` and loopback addresses. */
export function isLoopbackHost(hostname: string): boolean {
  assertString(hostname, 'isLoopbackHost: hostname')
  const name = bareHost(hostname)
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)
}

/**
 * Checks the fields of a URL instead of its class, because a URL of another realm is not an
 * instance of this realm's `URL`.
 */
function isAddress(url: unknown): url is URL {
  return typeof url === 'object' && url !== null && 'hostname' in url && typeof url.hostname === 'string'
}

function refusePrivateHost(hostname: string, options: GuardOptions): void {
  if (isLoopbackHost(hostname) ? options.allowLoopback : isPublicHost(hostname)) return
  throw new ConfigError(
    `${options.platform} cannot use ${hostname}: it is not a host on the public internet.${loopbackHint(hostname)}`,
    { platform: options.platform },
  )
}

/** Returns the option that allows a server on this machine. Empty for any other private host. */
export function loopbackHint(hostname: string): string {
  if (!isLoopbackHost(hostname)) return ''
  return ' For a server on this machine, such as the emulator, pass allowLoopback: true to the client.'
}

function isPublicHost(hostname: string): boolean {
  const name = bareHost(hostname)
  if (isIP(name) !== 0) return isPublicAddress(name)
  return name.includes('.') && !PRIVATE_ENDINGS.some((ending) => name.endsWith(ending))
}

function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/**
 * Returns the host as the URL parser normalizes it (`0x7f.1` becomes 127.0.0.1), without a
 * trailing dot. Null for an invalid host.
 */
function hostOf(text: string): string | null {
  const url = URL.parse(`https://${text}`)
  if (url === null || url.pathname !== '/' || url.username !== '') return null
  const name = url.hostname.replace(/\.$/, '')
  if (name === '') return null
  return url.port === '' ? name : `${name}:${url.port}`
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '')
}
