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

/** An account with its server. */
export interface Home extends Server {
  readonly did: string
  /** Handle in the account's DID document; null if the document has none. */
  readonly handle: string | null
}

/** Matches a valid handle. https://atproto.com/specs/handle (read 2026-11-21) */
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const DID = /^did:(plc:[a-z2-7]{24}|web:[a-z0-9.%-]+)$/i
const SERVER_TYPE = 'AtprotoPersonalDataServer'

/**
 * Maximum length of a handle, which is a DNS name. https://atproto.com/specs/handle (read
 * 2026-11-22)
 */
const MAX_HANDLE_LENGTH = 253
/** Maximum length of a DID. https://atproto.com/specs/did (as quoted by implementations, 2026-11-23) */
const MAX_DID_LENGTH = 2048

/** Returns the kind of an identifier; null for an invalid identifier. */
export function checkName(text: string): 'HANDLE' | 'DID' | null {
  if (text.startsWith('did:')) return text.length <= MAX_DID_LENGTH && DID.test(text) ? 'DID' : null
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text) ? 'HANDLE' : null
}

function refuse(message: string, cause?: unknown): AuthError {
  return new AuthError(message, { platform: 'bluesky', ...(cause !== undefined && { cause }) })
}

/** Returns true for a temporary failure, and false when the account does not exist. */
function isOutage(error: unknown): boolean {
  return (
    NetworkError.is(error) ||
    RateLimitError.is(error) ||
    (PlatformError.is(error) && (error.statusCode ?? 500) >= 500)
  )
}

/**
 * Resolves a handle through the handle's own domain. Used when the resolver service cannot be
 * reached.
 */
async function askDomain(handle: string, { http }: LoginCall): Promise<string> {
  const url = `https://${handle}/.well-known/atproto-did`
  const { data } = await http.request('GET', url, null, { auth: 'none', retry: 'never' })
  const did = typeof data === 'string' ? data.trim() : ''
  if (checkName(did) !== 'DID')
    throw refuse(`The domain of ${handle} does not name an account. Check the handle.`)
  return did
}

/**
 * Returns the DID of a handle.
 *
 * @throws AuthError with the handle when the handle does not exist.
 */
async function resolveHandle(handle: string, settings: Settings, call: LoginCall): Promise<string> {
  if (checkName(handle) !== 'HANDLE')
    throw refuse(
      `${JSON.stringify(handle.slice(0, 100))} is not a valid handle. Enter the full handle, such as someone.bsky.social.`,
    )
  const url = `${settings.addresses.resolver}/xrpc/com.atproto.identity.resolveHandle`
  try {
    return (await call.http.get(url, resolvedReply, { query: { handle }, auth: 'none' })).did
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    if (!isOutage(error))
      throw refuse(`No bluesky account has the handle ${handle}. Check its spelling.`, error)
    return askDomain(handle, call).catch(() => {
      throw error
    })
  }
}

function documentUrl(did: string, { addresses }: Settings, call: LoginCall): string {
  if (checkName(did) !== 'DID') throw refuse(`bluesky does not support the DID ${did.slice(0, 60)}.`)
  if (did.startsWith('did:plc:')) return `${addresses.plc}/${did}`
  const name = did.slice('did:web:'.length).replaceAll(/%3a/gi, ':')
  return `${guarded(() => namedServer(name, call)).url}/.well-known/did.json`
}

/**
 * Returns the server that a DID document names; null if the document names none.
 *
 * @throws AuthError when the server is not on the public internet.
 */
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
 * Returns the account of a DID with its server, from the DID document.
 *
 * @param handle - Handle that was resolved to this DID, which the document must also contain; null
 * if no handle was resolved.
 * @throws AuthError when the account does not exist, or its document lacks the handle or a server.
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
    throw refuse(`The account ${did} does not exist or was closed. Check the handle.`, error)
  })
  if (document.id !== did)
    throw refuse(`The document of ${did} describes a different account. Nothing was sent.`)
  const names = (document.alsoKnownAs ?? []).map((name) => name.replace(/^at:\/\//, '').toLowerCase())
  if (handle !== null && !names.includes(handle))
    throw refuse(
      `The document of the account behind ${handle} does not contain this handle. Use the handle of its profile.`,
    )
  const server = serverOf(document, call)
  if (!server) throw refuse(`The document of the account ${did} names no server.`)
  return { did, handle: handle ?? names[0] ?? null, ...server }
}

/** Returns the account of a handle or a DID, with its server. */
export async function findAccount(identifier: string, settings: Settings, call: LoginCall): Promise<Home> {
  if (identifier.startsWith('did:')) return findHome(identifier, null, settings, call)
  return findHome(await resolveHandle(identifier, settings, call), identifier, settings, call)
}
