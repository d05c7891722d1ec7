import type { RoutesClient } from '../client/public.js'
import type { Platform } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { cleanHost } from '../http/address.js'
import type { Params } from './request.js'

/** What a visitor may ask of a sign-in, read and bounded. */
export interface StartWishes {
  readonly host: string | null
  readonly hints: Readonly<Record<string, string>>
  readonly applicationState: string | null
  readonly expectConnectionId: string | null
}

/** What a visitor is told who named a server that is of no use. */
export const UNUSABLE_SERVER = 'Nobody can sign in at that server here.'

/** The longest value of the application's own that is carried through a sign-in. */
const LONGEST_STATE = 2048
const LONGEST_VALUE = 255

/**
 * Reads the query of `connect`. Nothing in it can make the sign-in fail in a way that looks like the application's
 * own mistake.
 *
 * @returns The wishes, or the sentence that tells the visitor what is wrong.
 */
export async function readStart(
  client: RoutesClient,
  platform: Platform,
  params: Params,
): Promise<StartWishes | string> {
  const applicationState = params['state'] ?? null
  if (applicationState && applicationState.length > LONGEST_STATE)
    return `state may have ${LONGEST_STATE} letters.`
  const expectConnectionId = params['connection_id'] ?? null
  if (expectConnectionId !== null && !expectConnectionId.startsWith(`${platform.name}:`))
    return 'connection_id is not an account of this network.'
  const host = await readHost(client, platform, params['host'] ?? null)
  if (host !== null && 'problem' in host) return host.problem
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
): Promise<{ readonly host: string } | { readonly problem: string } | null> {
  if (wanted === null) {
    // Networks of many servers register an app at each: there, a missing app means that no server was named.
    const hasMany = platform.features.has('CREATE_APP') && !platform.features.has('NEEDS_NO_APP')
    if (!hasMany || (await client.hasApp(platform.name, null))) return null
    return { problem: 'Say which server with ?host=, for example ?host=social.example.' }
  }
  const refusal = { problem: UNUSABLE_SERVER }
  if (wanted.length > LONGEST_VALUE) return refusal
  let host: string
  try {
    // Loopback passes only where an app is stored for it, or where the platform's own guard lets it.
    host = cleanHost(wanted, { platform: platform.name, allowLoopback: true })
  } catch (error) {
    if (ConfigError.is(error)) return refusal
    throw error
  }
  return (await client.hasApp(platform.name, host)) ? { host } : refusal
}

/** Only what the platform names, in its own spelling or in that of the routes: `forceLogin`, `force_login`. */
function readHints(platform: Platform, params: Params): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {}
  for (const name of platform.loginHints ?? []) {
    const value = params[name] ?? params[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
    if (value !== undefined && value.length <= LONGEST_VALUE) hints[name] = value
  }
  return hints
}
