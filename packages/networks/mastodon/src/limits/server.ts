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

/** What a server allows that does not say: Mastodon's own defaults.
 *  https://docs.joinmastodon.org/entities/Instance/ (read 2026-09-24) */
export const DEFAULTS = { maxTextLength: 500, maxImages: 4 }

/** Servers that are kept at once (LRU): the one that was not asked for longest goes first. Our choice. */
const MAX_SERVERS = 500

/** What a poll may be. https://docs.joinmastodon.org/entities/Instance/#polls (read 2026-11-22) */
export interface PollLimits {
  readonly maxOptions: number
  /** Letters as people see them. */
  readonly maxOptionLength: number
  readonly minSeconds: number
  readonly maxSeconds: number
}

/** Facts reported by a server about itself. */
export interface Server {
  readonly limits: Limits
  readonly poll: PollLimits
  /** Which program it is; null while only NodeInfo could tell, and has not been asked. */
  readonly software: Software | null
  /** Where its stream is; null where the server names none that may be used. */
  readonly stream: StreamAddress | null
}

/** Known facts about servers, shared by all accounts. */
export interface ServerCache {
  /** Facts reported by each server, by host, cached for a limited time. */
  readonly servers: Map<string, Server & { readonly until: number }>
  /** How long that is. */
  readonly limitsCacheSeconds: number
  /** Facts configured by the application, by host. */
  readonly said: ReadonlyMap<string, Partial<ServerTraits>>
}

/** A number a server gave; null when it gave none, or none that can be a limit. */
function limit(value: number | null | undefined): number | null {
  return value != null && value > 0 ? value : null
}

/** Poll limits: as reported by the server, otherwise Mastodon's defaults. */
function toPollLimits({ configuration }: InstanceReply): PollLimits {
  const polls = configuration?.polls
  return {
    maxOptions: limit(polls?.max_options) ?? 4,
    maxOptionLength: limit(polls?.max_characters_per_option) ?? 50,
    minSeconds: limit(polls?.min_expiration) ?? 300,
    maxSeconds: limit(polls?.max_expiration) ?? 2_629_746,
  }
}

/** Limits as reported by a server. */
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

/** Asks the server, in the newest way it knows. One that knows neither has the defaults. */
async function readInstance({ http }: Call): Promise<InstanceReply> {
  for (const path of ['/api/v2/instance', '/api/v1/instance'])
    try {
      return await http.get(path, instanceReply)
    } catch (error) {
      if (!NotFoundError.is(error)) throw error
    }
  return {}
}

/** Asks NodeInfo which program a server is. http://nodeinfo.diaspora.software/protocol.html (read 2026-11-22) */
async function readSoftware({ http }: Call): Promise<Software | null> {
  const bare = { auth: 'none' } as const
  const { links } = await http.get('/.well-known/nodeinfo', nodeinfoLinksReply, bare)
  const path = links.map(({ href }) => URL.parse(href)?.pathname).find((one) => one !== undefined)
  if (path === undefined) return null
  // Of its own address only the path is used: nobody else can say what this server is.
  const { software } = await http.get(path, nodeinfoReply, bare)
  return { name: software.name.slice(0, 100).toLowerCase(), version: software.version ?? '' }
}

/** Known facts about the account's server, without a request; null when unknown. */
export function knownServer({ connection, clock }: Call, { servers }: ServerCache): Server | null {
  const host = hostOf(connection)
  const entry = servers.get(host)
  if (!entry || entry.until <= clock.now().getTime()) return null
  // The order only matters once something may have to go.
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

/** The account's server; no request while it is kept. */
export async function readServer(call: Call, settings: ServerCache): Promise<Server> {
  const known = knownServer(call, settings)
  if (known) return known
  const instance = await readInstance(call)
  const software = softwareOf(instance.version ?? '', instance.api_versions?.mastodon ?? null)
  const told = instance.configuration?.urls?.streaming ?? instance.urls?.streaming_api ?? null
  const stream = toStreamAddress(told, call)
  return keep({ limits: toLimits(instance), poll: toPollLimits(instance), software, stream }, call, settings)
}

/** What a server that cannot be asked is taken for: nothing that is known. */
const NOBODY: Software = { name: '', version: '' }

/** True for what is temporary; a server that was not reached may have any trait. */
function isOutage(error: unknown): boolean {
  return NetworkError.is(error) || RateLimitError.is(error) || (PlatformError.is(error) && error.isOutage)
}

/** Which program the account's server is, asked of NodeInfo where its version does not tell. */
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
    // A server that is out of order, or has no NodeInfo, is not known; what the caller did wrong stays an error.
    if (!SocialBaseError.is(error) || ConfigError.is(error) || AuthError.is(error)) throw error
    if (isRequired && isOutage(error)) throw error
    return NOBODY
  }
  keep({ ...server, software: software ?? NOBODY }, call, settings)
  return software ?? NOBODY
}

/**
 * True unless the server is known to lack a trait; costs no request, so it must be made sure of with `hasTrait` before
 * anything is built on it.
 */
export function mayHave(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return saidOf(call, settings)?.[trait] ?? (software === null || traitsOf(software)[trait])
}

/** True when the server is known to have a trait; costs no request. */
export function surelyHas(trait: keyof ServerTraits, call: Call, settings: ServerCache): boolean {
  const software = knownServer(call, settings)?.software ?? null
  return saidOf(call, settings)?.[trait] ?? (software !== null && traitsOf(software)[trait])
}

/**
 * True when the server surely has a trait; asks only where the application has not said so.
 *
 * @param options - `isRequired`: an outage while asking is thrown, because the post would be refused without the trait.
 */
export async function hasTrait(
  trait: keyof ServerTraits,
  call: Call,
  settings: ServerCache,
  options: { readonly isRequired?: boolean | undefined } = {},
): Promise<boolean> {
  return saidOf(call, settings)?.[trait] ?? traitsOf(await assertSoftware(call, settings, options))[trait]
}

function saidOf({ connection }: Call, { said }: ServerCache): Partial<ServerTraits> | undefined {
  return said.get(hostOf(connection))
}

/** True for Mastodon itself, of at least that version. */
export async function isMastodonSince(
  [major, minor]: readonly [major: number, minor: number],
  call: Call,
  settings: ServerCache,
): Promise<boolean> {
  const { name, version } = await assertSoftware(call, settings)
  const [theirs, lesser] = versionNumbers(version) ?? [0, 0]
  return name === 'mastodon' && (theirs > major || (theirs === major && lesser >= minor))
}

/** The name of the server's program and its host, for messages. */
export function nameOf({ connection }: Call, { servers }: ServerCache): string {
  const host = hostOf(connection)
  const name = networkText(servers.get(host)?.software?.name)
  return name ? `${host} (${name})` : host
}
