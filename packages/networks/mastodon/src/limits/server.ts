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

/** Limits of a server that reports none: Mastodon's defaults.
 *  https://docs.joinmastodon.org/entities/Instance/ (read 2026-09-24) */
export const DEFAULTS = { maxTextLength: 500, maxImages: 4 }

/** Maximum number of cached servers. The least recently used server is removed first. Our choice. */
const MAX_SERVERS = 500

/** Limits of a poll. https://docs.joinmastodon.org/entities/Instance/#polls (read 2026-11-22) */
export interface PollLimits {
  readonly maxOptions: number
  /** Maximum length of one option, counted in graphemes. */
  readonly maxOptionLength: number
  readonly minSeconds: number
  readonly maxSeconds: number
}

/** Properties of a server, as the server reports them. */
export interface Server {
  readonly limits: Limits
  readonly poll: PollLimits
  /** Program of the server; null when the version does not identify it and NodeInfo was not queried. */
  readonly software: Software | null
  /** URL of the server's stream; null when the server reports no usable URL. */
  readonly stream: StreamAddress | null
}

/** Known facts about servers, shared by all accounts. */
export interface ServerCache {
  /** Facts reported by each server, by host, cached for a limited time. */
  readonly servers: Map<string, Server & { readonly until: number }>
  /** Time to live of the cached facts. */
  readonly limitsCacheSeconds: number
  /** Traits configured by the application, by host. */
  readonly configured: ReadonlyMap<string, Partial<ServerTraits>>
}

/** Reads a limit that a server reported. Returns null when the limit is missing, zero or negative. */
function limit(value: number | null | undefined): number | null {
  return value != null && value > 0 ? value : null
}

/** Converts the poll limits that the server reported. Mastodon's defaults replace missing limits. */
function toPollLimits({ configuration }: InstanceReply): PollLimits {
  const polls = configuration?.polls
  return {
    maxOptions: limit(polls?.max_options) ?? 4,
    maxOptionLength: limit(polls?.max_characters_per_option) ?? 50,
    minSeconds: limit(polls?.min_expiration) ?? 300,
    maxSeconds: limit(polls?.max_expiration) ?? 2_629_746,
  }
}

/** Converts the limits that a server reported. */
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
 * Queries the instance, with the newest version of the API first. If the server supports neither version, the
 * defaults apply.
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

/** Queries NodeInfo for the program of a server. http://nodeinfo.diaspora.software/protocol.html (read 2026-11-22) */
async function readSoftware({ http }: Call): Promise<Software | null> {
  const bare = { auth: 'none' } as const
  const { links } = await http.get('/.well-known/nodeinfo', nodeinfoLinksReply, bare)
  const path = links.map(({ href }) => URL.parse(href)?.pathname).find((one) => one !== undefined)
  if (path === undefined) return null
  // Only the path of the URL is used, because another host must not describe this server.
  const { software } = await http.get(path, nodeinfoReply, bare)
  return { name: software.name.slice(0, 100).toLowerCase(), version: software.version ?? '' }
}

/** Returns the known facts about the account's server without a request. Returns null when no facts are known. */
export function knownServer({ connection, clock }: Call, { servers }: ServerCache): Server | null {
  const host = hostOf(connection)
  const entry = servers.get(host)
  if (!entry || entry.until <= clock.now().getTime()) return null
  // The server moves to the end only when the cache is more than half full, because only then the order of removal
  // matters.
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

/** Reads the facts about the account's server. Cached facts cost no request. */
export async function readServer(call: Call, settings: ServerCache): Promise<Server> {
  const known = knownServer(call, settings)
  if (known) return known
  const instance = await readInstance(call)
  const software = softwareOf(instance.version ?? '', instance.api_versions?.mastodon ?? null)
  const reported = instance.configuration?.urls?.streaming ?? instance.urls?.streaming_api ?? null
  const stream = toStreamAddress(reported, call)
  return keep({ limits: toLimits(instance), poll: toPollLimits(instance), software, stream }, call, settings)
}

/** Placeholder for a server whose program could not be identified. It has no traits. */
const UNIDENTIFIED: Software = { name: '', version: '' }

/** True for temporary failures. The traits of an unreachable server are unknown. */
function isOutage(error: unknown): boolean {
  return NetworkError.is(error) || RateLimitError.is(error) || (PlatformError.is(error) && error.isOutage)
}

/**
 * Determines the program of the account's server. NodeInfo is queried when the version does not identify the
 * program.
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
    // The program of a server that fails or has no NodeInfo is unknown. Errors of the caller are thrown.
    if (!SocialBaseError.is(error) || ConfigError.is(error) || AuthError.is(error)) throw error
    if (isRequired && isOutage(error)) throw error
    return UNIDENTIFIED
  }
  keep({ ...server, software: software ?? UNIDENTIFIED }, call, settings)
  return software ?? UNIDENTIFIED
}

/**
 * True unless the server is known to lack a trait. Sends no request. Before relying on the trait, confirm it with
 * `hasTrait`.
 */
export function mayHave(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return configuredTraits(call, settings)?.[trait] ?? (software === null || traitsOf(software)[trait])
}

/** True if the server is known to have a trait. Sends no request. */
export function surelyHas(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return configuredTraits(call, settings)?.[trait] ?? (software !== null && traitsOf(software)[trait])
}

/**
 * True if the server is confirmed to have a trait. The server is queried only when the application has not
 * configured the trait.
 *
 * @param options - `isRequired`: an outage during the query is thrown, because the post would be refused without the trait.
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

/** True for Mastodon itself, from the given version on. */
export async function isMastodonSince(
  [major, minor]: readonly [major: number, minor: number],
  call: Call,
  settings: ServerCache,
): Promise<boolean> {
  const { name, version } = await assertSoftware(call, settings)
  const [theirs, lesser] = versionNumbers(version) ?? [0, 0]
  return name === 'mastodon' && (theirs > major || (theirs === major && lesser >= minor))
}

/** Returns the host of the server and the name of its program, for messages. */
export function nameOf({ connection }: Call, { servers }: ServerCache): string {
  const host = hostOf(connection)
  const name = networkText(servers.get(host)?.software?.name)
  return name ? `${host} (${name})` : host
}
