import type { RoutesClient } from '../client/routes-client.js'
import { ConfigError, userMessageOf } from '../errors/index.js'
import { assertString, assertTexts } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import type { RoutesOptions, RoutesSettings } from './options.js'
import { readPages } from './pages/page-options.js'

/**
 * Default limit of a body in bytes: 16 MiB, which is 16 KiB for each of 1,000 updates. "Event Notifications are
 * aggregated and sent in a batch with a maximum of 1000 updates":
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started (copy of November 2026). Meta states no
 * limit in bytes. The size of one update is our choice. A text of 2,200 characters, the maximum on Instagram, takes
 * 13 KiB if each character is written as an escape sequence.
 */
const MAX_BODY_BYTES = 16_777_216
/** Default time limit for reading a body, in seconds. Our choice. */
const SLOWEST_BODY_SECONDS = 30
/** Messages to visitors without the option `messages`. */
const ENGLISH = { language: 'en' } as const
const CALLBACK_PATH = '/callback/{platform}'

const KNOWN: Record<keyof RoutesOptions, true> = {
  redirectUri: true,
  scopes: true,
  secrets: true,
  setupTokens: true,
  deliver: true,
  memory: true,
  bind: true,
  finished: true,
  pages: true,
  messages: true,
  redirectOrigins: true,
  resolveConnection: true,
  mediaHost: true,
  baseUrl: true,
  prefix: true,
  maxBodyBytes: true,
  maxBodySeconds: true,
}
const NAMES = Object.keys(KNOWN)

/**
 * Validates the options when the routes are created, before the first request.
 *
 * @throws ConfigError with the option and its accepted values.
 */
export function readSettings(client: RoutesClient, options: RoutesOptions): RoutesSettings {
  if (typeof options !== 'object' || options === null)
    throw new ConfigError('Routes require options: at least { redirectUri }.')
  refuseUnknownNames(options, NAMES, 'Routes')
  const { redirectUri, bind = 'cookie', maxBodyBytes = MAX_BODY_BYTES } = options
  const { maxBodySeconds = SLOWEST_BODY_SECONDS } = options
  if (typeof redirectUri !== 'string' || !redirectUri.includes('{platform}'))
    throw new ConfigError(
      'redirectUri must contain {platform}: https://app.example/social/callback/{platform}. The routes replace it with the name of each network.',
    )
  const redirect = webAddress(redirectUri.replaceAll('{platform}', 'x'), 'redirectUri')
  const secrets = byPlatform(client, options.secrets, 'secrets')
  for (const [name, secret] of secrets)
    if (secret === '' || secret === null || secret === undefined || (Array.isArray(secret) && !secret.length))
      throw new ConfigError(`secrets.${name} is empty. Pass the secret that ${name} signs with.`)
  if (secrets.size > 0 && !options.deliver)
    throw new ConfigError('Routes have webhook secrets but no deliver. Pass deliver: dispatcher.deliver.')
  const setupTokens = byPlatform(client, options.setupTokens, 'setupTokens')
  for (const [name, token] of setupTokens)
    if (typeof token !== 'string' || token === '')
      throw new ConfigError(
        `setupTokens.${name} must be a string: the verify token that you entered at ${name}.`,
      )
  if (bind !== 'cookie' && bind !== 'off' && typeof bind !== 'function')
    throw new ConfigError("bind must be 'cookie', 'off' or a function.")
  if (!Number.isInteger(maxBodyBytes) || maxBodyBytes < 1)
    throw new ConfigError('maxBodyBytes must be a whole number above 0.')
  if (!Number.isFinite(maxBodySeconds) || maxBodySeconds <= 0)
    throw new ConfigError('maxBodySeconds must be a number of seconds above 0.')
  for (const name of ['deliver', 'finished', 'resolveConnection'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new ConfigError(`${name} must be a function.`)

  const { redirectOrigins = [], messages = ENGLISH } = options
  if (typeof messages !== 'function') userMessageOf(null, messages) // throws for an invalid language
  assertTexts(redirectOrigins, 'redirectOrigins')
  if (options.baseUrl !== undefined) assertString(options.baseUrl, 'baseUrl')
  const baseUrl = options.baseUrl === undefined ? baseOf(redirectUri, redirect) : cleanBase(options.baseUrl)
  return {
    client,
    redirectUri,
    scopes: byPlatform(client, options.scopes, 'scopes'),
    secrets,
    setupTokens,
    deliver: options.deliver ?? null,
    memory: options.memory ?? client.loginMemory,
    bind,
    finished: options.finished ?? null,
    pages: readPages(options.pages, baseUrl),
    messages,
    redirectOrigins: new Set(redirectOrigins.map(cleanOrigin)),
    resolveConnection: options.resolveConnection ?? null,
    mediaHost: options.mediaHost ?? null,
    baseUrl,
    prefix: cleanPrefix(options.prefix ?? new URL(baseUrl).pathname),
    maxBodyBytes,
    maxBodySeconds,
  }
}

function byPlatform<T>(
  client: RoutesClient,
  values: Readonly<Record<string, T>> | undefined,
  option: string,
): ReadonlyMap<string, T> {
  const entries = Object.entries(values ?? {})
  for (const [name] of entries)
    if (!client.hasPlatform(name))
      throw new ConfigError(
        `${option}.${name} names a network that the client does not have. Add it to platforms.`,
      )
  return new Map(entries)
}

function webAddress(text: string, option: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ConfigError(`${option} must be a full URL that starts with https://.`)
  return url
}

function baseOf(redirectUri: string, redirect: URL): string {
  const at = redirectUri.indexOf(CALLBACK_PATH)
  return at === -1 ? redirect.origin : cleanBase(redirectUri.slice(0, at))
}

function cleanBase(text: string): string {
  const { origin, pathname } = webAddress(text, 'baseUrl')
  return origin + cleanPrefix(pathname)
}

function cleanOrigin(text: string): string {
  const { origin } = webAddress(text, 'redirectOrigins')
  if (origin !== text.replace(/\/$/, '').toLowerCase())
    throw new ConfigError(`redirectOrigins must contain origins such as ${origin}, without a path.`)
  return origin
}

/** Normalizes a prefix: a leading slash, and no trailing slash. Returns an empty text for the root. */
export function cleanPrefix(text: string): string {
  if (typeof text !== 'string') throw new ConfigError('prefix must be a path such as /social.')
  const path = text.replace(/\/+$/, '')
  return path === '' || path.startsWith('/') ? path : `/${path}`
}
