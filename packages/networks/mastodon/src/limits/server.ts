import {
  AuthError,
  type Call,
  ConfigError,
  type Limits,
  makeLimits,
  NetworkError,
  networkText,
  NotFoundError,
  PlatformError,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'

import { hostOf } from '../map/index.js'
import { type InstanceReply, instanceReply, nodeinfoLinksReply, nodeinfoReply } from '../schemas.js'
import { RESERVED_PER_URL } from './measure.js'
import { type ServerTraits, type Software, softwareOf, traitsOf, versionNumbers } from './programs.js'
import { type StreamAddress, toStreamAddress } from './stream-address.js'

/**
 * Mastodon's default limits, used for a server that reports no limits.
 * https://docs.joinmastodon.org/entities/Instance/ (read 2026-09-24)
 */
export const DEFAULTS = { maxTextLength: 500, maxImages: 4 }

/** Maximum servers in the cache. The least recently used server is removed first. Our choice. */
const MAX_SERVERS = 500

/**
 * Limits of polls on a server. https://docs.joinmastodon.org/entities/Instance/#polls (read
 * 2026-11-22)
 */
export interface PollLimits {
  readonly maxOptions: number
  /** Maximum length of one choice in a poll, in graphemes. */
  readonly maxOptionLength: number
  readonly minSeconds: number
  readonly maxSeconds: number
}

/** Properties of a server, as the server reports them. */
export interface Server {
  readonly limits: Limits
  readonly poll: PollLimits
  /**
   * Program of the server. Null when the version does not identify the program and NodeInfo was
   * not queried.
   */
  readonly software: Software | null
  /** URL of the server's stream; null when the server reports no usable URL. */
  readonly stream: StreamAddress | null
}

/** Cache of server properties, shared by all accounts. */
export interface ServerCache {
  /**
   * Cached properties of each server, by host. An entry is valid before `until`, in milliseconds
   * since 1970.
   */
  readonly servers: Map<string, Server & { readonly until: number }>
  /** Seconds for which the properties of a server are cached. */
  readonly limitsCacheSeconds: number
  /** Traits that the application configured, by host. They override the detected traits. */
  readonly configured: ReadonlyMap<string, Partial<ServerTraits>>
}

/**
 * Reads a limit from the instance document. Returns null when the limit is missing, zero or
 * negative.
 */
function limit(value: number | null | undefined): number | null {
  return value != null && value > 0 ? value : null
}

/** Converts the poll limits of an instance document. Mastodon's defaults replace missing limits. */
function toPollLimits({ configuration }: InstanceReply): PollLimits {
  const polls = configuration?.polls
  return {
    maxOptions: limit(polls?.max_options) ?? 4,
    maxOptionLength: limit(polls?.max_characters_per_option) ?? 50,
    minSeconds: limit(polls?.min_expiration) ?? 300,
    maxSeconds: limit(polls?.max_expiration) ?? 2_629_746,
  }
}

/** Converts the limits of an instance document. */
export function toLimits(instance: InstanceReply): Limits {
  const statuses = instance.configuration?.statuses
  const files = instance.configuration?.media_attachments
  return makeLimits({
    maxTextLength: limit(statuses?.max_characters ?? instance.max_toot_chars) ?? DEFAULTS.maxTextLength,
    textCountedIn: 'NETWORK',
    maxImages: limit(statuses?.max_media_attachments) ?? DEFAULTS.maxImages,
    maxVideos: 1,
    maxImageBytes: limit(files?.image_size_limit),
    maxVideoBytes: limit(files?.video_size_limit),
    extra: {
      poll: { ...toPollLimits(instance) },
      reservedPerUrl: limit(statuses?.characters_reserved_per_url) ?? RESERVED_PER_URL,
      maxAltTextLength: limit(files?.description_limit),
    },
  })
}

/**
 * Reads the instance document of a server, with the newest API version first. If the server
 * supports neither version, the default limits apply.
 */
async function readInstance({ http }: Call): Promise<InstanceReply> {
  for (const path of ['/api/v2/instance', '/api/v1/instance'])
    try {
      return await http.get(path, instanceReply)
    } catch (error) {
      if (!NotFoundError.is(error)) throw error
    }
  return {}
}

/**
 * Reads a server's program from NodeInfo. http://nodeinfo.diaspora.software/protocol.html (read
 * 2026-11-22)
 */
async function readSoftware({ http }: Call): Promise<Software | null> {
  const bare = { auth: 'none' } as const
  const { links } = await http.get('/.well-known/nodeinfo', nodeinfoLinksReply, bare)
  const path = links.map(({ href }) => URL.parse(href)?.pathname).find((one) => one !== undefined)
  if (path === undefined) return null
  // `path` is only the path of the reported URL, so that the request goes to this server and not to
  // another host.
  const { software } = await http.get(path, nodeinfoReply, bare)
  return { name: software.name.slice(0, 100).toLowerCase(), version: software.version ?? '' }
}

/**
 * Returns the cached properties of the account's server without a request; null when none are
 * cached.
 */
export function knownServer({ connection, clock }: Call, { servers }: ServerCache): Server | null {
  const host = hostOf(connection)
  const entry = servers.get(host)
  if (!entry || entry.until <= clock.now().getTime()) return null
  // The server moves to the end of the map, because the first entry of a full map is removed. This
  // is skipped while the map is at most half full.
  if (servers.size * 2 > MAX_SERVERS) {
    servers.delete(host)
    servers.set(host, entry)
  }
  return entry
}

function keep(
  server: Server,
  { connection, clock }: Call,
  { servers, limitsCacheSeconds }: ServerCache,
): Server {
  const until = clock.now().getTime() + limitsCacheSeconds * 1000
  servers.set(hostOf(connection), { ...server, until })
  const [oldest] = servers.keys()
  if (servers.size > MAX_SERVERS && oldest !== undefined) servers.delete(oldest)
  return server
}

/** Reads the properties of the account's server. Sends no request if the properties are cached. */
export async function readServer(call: Call, settings: ServerCache): Promise<Server> {
  const known = knownServer(call, settings)
  if (known) return known
  const instance = await readInstance(call)
  const software = softwareOf(instance.version ?? '', instance.api_versions?.mastodon ?? null)
  const reported = instance.configuration?.urls?.streaming ?? instance.urls?.streaming_api ?? null
  const stream = toStreamAddress(reported, call)
  return keep({ limits: toLimits(instance), poll: toPollLimits(instance), software, stream }, call, settings)
}

/** Represents a program that could not be identified. All its traits are false. */
const UNIDENTIFIED: Software = { name: '', version: '' }

/** Returns true for a temporary failure. A failing server does not reveal its traits. */
function isOutage(error: unknown): boolean {
  return NetworkError.is(error) || RateLimitError.is(error) || (PlatformError.is(error) && error.isOutage)
}

/**
 * Returns the program of the account's server. Queries NodeInfo when the version does not identify
 * the program.
 */
async function assertSoftware(
  call: Call,
  settings: ServerCache,
  { isRequired = false }: { readonly isRequired?: boolean | undefined } = {},
): Promise<Software> {
  const server = await readServer(call, settings)
  if (server.software) return server.software
  let software: Software | null = null
  try {
    software = await readSoftware(call)
  } catch (error) {
    // If NodeInfo fails or is missing, the program is unknown. Errors that concern the caller are
    // thrown.
    if (!SocialBaseError.is(error) || ConfigError.is(error) || AuthError.is(error)) throw error
    if (isRequired && isOutage(error)) throw error
    return UNIDENTIFIED
  }
  keep({ ...server, software: software ?? UNIDENTIFIED }, call, settings)
  return software ?? UNIDENTIFIED
}

/**
 * Returns false only if the server is known to lack a trait. Sends no request. Before a request
 * depends on the trait, confirm the trait with `hasTrait`.
 */
export function mayHave(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return configuredTraits(call, settings)?.[trait] ?? (software === null || traitsOf(software)[trait])
}

/** Returns true only if the server is known to have a trait. Sends no request. */
export function surelyHas(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return configuredTraits(call, settings)?.[trait] ?? (software !== null && traitsOf(software)[trait])
}

/**
 * Returns true if the server has a trait. Queries the server unless the application has configured
 * the trait or the program is cached.
 *
 * @param options - With `isRequired`, an outage during the query is thrown. Use it when the post
 * would be refused without the trait.
 */
export async function hasTrait(
  trait: keyof ServerTraits,
  call: Call,
  settings: ServerCache,
  options: { readonly isRequired?: boolean | undefined } = {},
): Promise<boolean> {
  return (
    configuredTraits(call, settings)?.[trait] ??
    traitsOf(await assertSoftware(call, settings, options))[trait]
  )
}

function configuredTraits(
  { connection }: Call,
  { configured }: ServerCache,
): Partial<ServerTraits> | undefined {
  return configured.get(hostOf(connection))
}

/** Returns true if the server runs Mastodon itself, in the given version or a later one. */
export async function isMastodonSince(
  [major, minor]: readonly [major: number, minor: number],
  call: Call,
  settings: ServerCache,
): Promise<boolean> {
  const { name, version } = await assertSoftware(call, settings)
  const [theirs, lesser] = versionNumbers(version) ?? [0, 0]
  return name === 'mastodon' && (theirs > major || (theirs === major && lesser >= minor))
}

/** Returns the host and the program of the server, for error messages. */
export function nameOf({ connection }: Call, { servers }: ServerCache): string {
  const host = hostOf(connection)
  const name = networkText(servers.get(host)?.software?.name)
  return name ? `${host} (${name})` : host
}
