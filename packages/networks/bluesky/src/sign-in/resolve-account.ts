import {
  AuthError,
  ConfigError,
  type LoginCall,
  NetworkError,
  PlatformError,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import type { Settings } from '../options.js'
import { didDocument, resolvedReply } from '../schemas.js'
import { askNamed, guarded, namedServer, readAddress, type Server } from './named-server.js'

/** A person's account and where it lives. */
export interface Home extends Server {
  readonly did: string
  /** The handle its document names; null when it names none. */
  readonly handle: string | null
}

/** https://atproto.com/specs/handle (read 2026-11-21) */
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const DID = /^did:(plc:[a-z2-7]{24}|web:[a-z0-9.%-]+)$/i
const SERVER_TYPE = 'AtprotoPersonalDataServer'

/** Letters of a DNS name. https://atproto.com/specs/handle (read 2026-11-22) */
const MAX_HANDLE_LENGTH = 253
/** Letters of a DID: its hard limit. https://atproto.com/specs/did (as quoted by implementations, 2026-11-23) */
const MAX_DID_LENGTH = 2048

/** What a text can be the name of. */
export function checkName(text: string): 'HANDLE' | 'DID' | null {
  if (text.startsWith('did:')) return text.length <= MAX_DID_LENGTH && DID.test(text) ? 'DID' : null
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text) ? 'HANDLE' : null
}

function refuse(words: string, cause?: unknown): AuthError {
  return new AuthError(words, { platform: 'bluesky', ...(cause !== undefined && { cause }) })
}

/** True when nobody could say, as opposed to that there is nobody of that name. */
function isOutage(error: unknown): boolean {
  return (
    NetworkError.is(error) ||
    RateLimitError.is(error) ||
    (PlatformError.is(error) && (error.statusCode ?? 500) >= 500)
  )
}

/** Asks the handle's own domain, where the resolver cannot be reached. */
async function askDomain(handle: string, { http }: LoginCall): Promise<string> {
  const url = `https://${handle}/.well-known/atproto-did`
  const { data } = await http.request('GET', url, null, { auth: 'none', retry: 'never' })
  const did = typeof data === 'string' ? data.trim() : ''
  if (checkName(did) !== 'DID') throw refuse(`${handle} does not say whose it is. Check the handle.`)
  return did
}

/**
 * Whose a handle is.
 *
 * @throws AuthError naming the handle when nobody has it.
 */
async function resolveHandle(handle: string, settings: Settings, call: LoginCall): Promise<string> {
  if (checkName(handle) !== 'HANDLE')
    throw refuse(
      `${JSON.stringify(handle.slice(0, 100))} is no handle. A handle is a whole name, such as someone.bsky.social.`,
    )
  const url = `${settings.addresses.resolver}/xrpc/com.atproto.identity.resolveHandle`
  try {
    return (await call.http.get(url, resolvedReply, { query: { handle }, auth: 'none' })).did
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    if (!isOutage(error))
      throw refuse(`Nobody on bluesky has the handle ${handle}. Check how it is spelled.`, error)
    return askDomain(handle, call).catch(() => {
      throw error
    })
  }
}

function documentUrl(did: string, { addresses }: Settings, call: LoginCall): string {
  if (checkName(did) !== 'DID')
    throw refuse(`bluesky does not know accounts of the kind ${did.slice(0, 60)}.`)
  if (did.startsWith('did:plc:')) return `${addresses.plc}/${did}`
  const name = did.slice('did:web:'.length).replaceAll(/%3a/gi, ':')
  return `${guarded(() => namedServer(name, call)).url}/.well-known/did.json`
}

/** The server that a DID document names; null when it names none. @throws AuthError when it is not on the public internet. */
export function serverOf(document: unknown, call: LoginCall): Server | null {
  const read = v.safeParse(didDocument, document)
  if (!read.success) return null
  const { id, service } = read.output
  const entry = service?.find(
    (one) => (one.id === '#atproto_pds' || one.id === `${id}#atproto_pds`) && one.type === SERVER_TYPE,
  )
  if (typeof entry?.serviceEndpoint !== 'string') return null
  const { origin, host } = readAddress(entry.serviceEndpoint, call)
  return { url: origin, host }
}

/**
 * Where an account lives, from its document.
 *
 * @param handle - The handle that led to it, which the document must name too; null when none did.
 * @throws AuthError when the account is gone, or does not name that handle or a server.
 */
export async function findHome(
  did: string,
  handle: string | null,
  settings: Settings,
  call: LoginCall,
): Promise<Home> {
  const url = documentUrl(did, settings, call)
  const ask = () => call.http.get(url, didDocument, { auth: 'none' })
  const document = await (did.startsWith('did:web:') ? askNamed(ask) : ask()).catch((error: unknown) => {
    if (!SocialBaseError.is(error) || AuthError.is(error) || ConfigError.is(error) || isOutage(error))
      throw error
    throw refuse(`The account ${did} is not there, or was closed. Check the handle.`, error)
  })
  if (document.id !== did) throw refuse(`The document of ${did} is about somebody else. Nothing was sent.`)
  const names = (document.alsoKnownAs ?? []).map((name) => name.replace(/^at:\/\//, '').toLowerCase())
  if (handle !== null && !names.includes(handle))
    throw refuse(
      `The account behind ${handle} does not bear that handle. Use the handle that its profile shows.`,
    )
  const server = serverOf(document, call)
  if (!server) throw refuse(`The account ${did} names no server.`)
  return { did, handle: handle ?? names[0] ?? null, ...server }
}

/** Where the account behind a handle or a DID lives. */
export async function findAccount(identifier: string, settings: Settings, call: LoginCall): Promise<Home> {
  if (identifier.startsWith('did:')) return findHome(identifier, null, settings, call)
  return findHome(await resolveHandle(identifier, settings, call), identifier, settings, call)
}
