import type { RoutesClient } from '../../client/routes-client.js'
import type { Platform } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { cleanHost } from '../../http/guard/address.js'
import type { Params } from '../request.js'

/** Validated values of a visitor's request to start a sign-in. */
export interface StartRequest {
  readonly host: string | null
  readonly hints: Readonly<Record<string, string>>
  readonly applicationState: string | null
  readonly expectConnectionId: string | null
}

/** Result for a sign-in that cannot start because of the application's configuration. */
export interface StartRefusal {
  /** Message for the visitor, without details of the application. */
  readonly problem: string
  /** Error for the operator. */
  readonly error: ConfigError
}

/** Message for a visitor who named a server that cannot be used. */
export const UNUSABLE_SERVER = 'It is not possible to sign in at that server here.'

/** Maximum length in characters of the application's own `state`, which is kept during a sign-in. Our choice. */
const MAX_STATE_LENGTH = 2048
/** Maximum length of a server name (RFC 1035, section 2.3.4) or of a hint, in characters. */
const MAX_VALUE_LENGTH = 255

/**
 * Reads the query of a request to `connect`. Wrong input of a visitor is never reported as a mistake of the
 * application.
 *
 * @returns The validated values, or a message for the visitor, or a refusal that is reported to the application.
 */
export async function readStart(
  client: RoutesClient,
  platform: Platform,
  params: Params,
): Promise<StartRequest | StartRefusal | string> {
  const applicationState = params['state'] ?? null
  if (applicationState && applicationState.length > MAX_STATE_LENGTH)
    return `state must have at most ${MAX_STATE_LENGTH} characters.`
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
  requested: string | null,
): Promise<{ readonly host: string } | StartRefusal | string | null> {
  if (requested === null) {
    // Networks with many servers register an app on each server. For them a missing app means that the visitor named
    // no server.
    const hasMany = platform.features.has('CREATE_APP') && !platform.features.has('NEEDS_NO_APP')
    if (!hasMany || (await client.hasApp(platform.name, null))) return null
    return misconfigured(
      platform.name,
      'Name the server with ?host=, for example ?host=social.example.',
      `A sign-in at ${platform.name} was started without a server. Link to connect/${platform.name}?host=<server>. An app must be stored for each server: use client.createApp.`,
    )
  }
  if (requested.length > MAX_VALUE_LENGTH) return UNUSABLE_SERVER
  let host: string
  try {
    // Loopback hosts pass this check. They are refused below unless `hasApp` is true for them.
    host = cleanHost(requested, { platform: platform.name, allowLoopback: true })
  } catch (error) {
    if (ConfigError.is(error)) return UNUSABLE_SERVER
    throw error
  }
  if (await client.hasApp(platform.name, host)) return { host }
  return misconfigured(
    platform.name,
    UNUSABLE_SERVER,
    `A person tried to sign in at ${host}, but no app is stored for ${platform.name} on that server. Register one with client.createApp, or save it with Storage.saveApp.`,
  )
}

function misconfigured(platform: string, problem: string, message: string): StartRefusal {
  return { problem, error: new ConfigError(message, { platform }) }
}

/**
 * Reads the hints that the platform lists. Their names may be in camel case or snake case, such as `forceLogin` or
 * `force_login`.
 */
function readHints(platform: Platform, params: Params): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {}
  for (const name of platform.loginHints ?? []) {
    const value = params[name] ?? params[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
    if (value !== undefined && value.length <= MAX_VALUE_LENGTH) hints[name] = value
  }
  return hints
}
