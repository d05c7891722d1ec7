import type { RoutesClient } from '../../client/routes-client.js'
import type { Platform } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { cleanHost } from '../../http/guard/address.js'
import type { Params } from '../request.js'

/** What a visitor may ask of a sign-in, read and bounded. */
export interface StartWishes {
  readonly host: string | null
  readonly hints: Readonly<Record<string, string>>
  readonly applicationState: string | null
  readonly expectConnectionId: string | null
}

/** A sign-in that cannot start because of what the application forgot. */
export interface StartRefusal {
  /** What the visitor is told: nothing about the application. */
  readonly problem: string
  /** What its people are told. */
  readonly error: ConfigError
}

/** What a visitor is told who named a server that is of no use. */
export const UNUSABLE_SERVER = 'Nobody can sign in at that server here.'

/** Characters of the longest `state` of the application's own that is carried through a sign-in. Our choice. */
const MAX_STATE_LENGTH = 2048
/** Characters of the longest server name, which is that of DNS (RFC 1035, section 2.3.4), and of the longest hint. */
const MAX_VALUE_LENGTH = 255

/**
 * Reads the query of `connect`. Nothing in it can make the sign-in fail in a way that looks like the application's
 * own mistake.
 *
 * @returns The wishes; the sentence that tells the visitor what is wrong; or a refusal that the application should hear
 *   of.
 */
export async function readStart(
  client: RoutesClient,
  platform: Platform,
  params: Params,
): Promise<StartWishes | StartRefusal | string> {
  const applicationState = params['state'] ?? null
  if (applicationState && applicationState.length > MAX_STATE_LENGTH)
    return `state may have ${MAX_STATE_LENGTH} letters.`
  const expectConnectionId = params['connection_id'] ?? null
  if (expectConnectionId !== null && !expectConnectionId.startsWith(`${platform.name}:`))
    return 'connection_id is not an account of this network.'
  const host = await readHost(client, platform, params['host'] ?? null)
  if (typeof host === 'string' || (host !== null && 'problem' in host)) return host
  return {
    host: host?.host ?? null,
    hints: readHints(platform, params),
    applicationState,
    expectConnectionId,
  }
}

async function readHost(
  client: RoutesClient,
  platform: Platform,
  wanted: string | null,
): Promise<{ readonly host: string } | StartRefusal | string | null> {
  if (wanted === null) {
    // Networks of many servers register an app at each: there, a missing app means that no server was named.
    const hasMany = platform.features.has('CREATE_APP') && !platform.features.has('NEEDS_NO_APP')
    if (!hasMany || (await client.hasApp(platform.name, null))) return null
    return forgotten(
      platform.name,
      'Say which server with ?host=, for example ?host=social.example.',
      `A sign-in at ${platform.name} was started without a server. Link to connect/${platform.name}?host=<server>; an app has to be stored for each, which client.createApp does.`,
    )
  }
  if (wanted.length > MAX_VALUE_LENGTH) return UNUSABLE_SERVER
  let host: string
  try {
    // Loopback passes only where an app is stored for it, or where the platform's own guard lets it.
    host = cleanHost(wanted, { platform: platform.name, allowLoopback: true })
  } catch (error) {
    if (ConfigError.is(error)) return UNUSABLE_SERVER
    throw error
  }
  if (await client.hasApp(platform.name, host)) return { host }
  return forgotten(
    platform.name,
    UNUSABLE_SERVER,
    `Somebody wanted to sign in at ${host}, but no app is stored for ${platform.name} there. Register one with client.createApp, or save it with Storage.saveApp.`,
  )
}

function forgotten(platform: string, problem: string, words: string): StartRefusal {
  return { problem, error: new ConfigError(words, { platform }) }
}

/** Only what the platform names, in its own spelling or in that of the routes: `forceLogin`, `force_login`. */
function readHints(platform: Platform, params: Params): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {}
  for (const name of platform.loginHints ?? []) {
    const value = params[name] ?? params[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
    if (value !== undefined && value.length <= MAX_VALUE_LENGTH) hints[name] = value
  }
  return hints
}
