import { describeValue, refuseUnknownNames } from '../../checks/index.js'
import { ConfigError } from '../../errors/index.js'
import { assertCallTypes, assertText } from '../arguments.js'
import type { CallOptions } from '../types.js'

const CALL_NAMES: readonly string[] = ['signal', 'deadlineSeconds']

/** What every step of a sign-in takes. */
export const LOGIN_NAMES: readonly string[] = [
  ...CALL_NAMES,
  'redirectUri',
  'scopes',
  'host',
  'state',
  'hints',
  'expectConnectionId',
]

/** What `createApp` takes. */
export const CREATE_APP_NAMES: readonly string[] = [
  ...CALL_NAMES,
  'name',
  'redirectUri',
  'host',
  'scopes',
  'website',
  'again',
]

/** What the values are called in the steps of a sign-in; read by name only. */
interface LoginFields extends CallOptions {
  readonly redirectUri?: unknown
  readonly scopes?: unknown
  readonly host?: unknown
  readonly state?: unknown
  readonly hints?: unknown
  readonly remember?: unknown
  readonly expectConnectionId?: unknown
}

/**
 * Reads what a step of a sign-in was given.
 *
 * @param options - What the application passed.
 * @param step - For messages: `startLogin`.
 * @param names - Every name the step takes.
 * @throws ConfigError for anything but an object, an unknown name, or a value of the wrong type.
 */
export function readLoginOptions<Options extends LoginFields>(
  options: Options,
  step: string,
  names: readonly string[],
): Options {
  const door = `client.${step}`
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigError(
      `${door} takes an object such as { redirectUri: 'https://app.example/callback' }, not ${describeValue(options)}.`,
    )
  refuseUnknownNames(options, names, door)
  assertCallTypes(options, door)
  assertRedirectUri(options.redirectUri)
  assertScopes(options.scopes, door)
  for (const field of ['host', 'state', 'expectConnectionId'] as const) {
    const value = options[field]
    if (value !== undefined && value !== null) assertText(value, `${step}: ${field}`)
  }
  for (const field of ['hints', 'remember'] as const) {
    const value = options[field]
    if (value !== undefined && value !== null) assertRecord(value, `${step}: ${field}`, 'an object')
  }
  return options
}

/** @throws ConfigError for anything that has no names. */
export function assertRecord(value: unknown, field: string, what: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw new ConfigError(
    `${field} must be an object${what === 'an object' ? '' : ` (${what})`}, not ${describeValue(value)}.`,
  )
}

function assertScopes(scopes: unknown, door: string): void {
  if (scopes === undefined || scopes === null) return
  if (Array.isArray(scopes) && [...scopes].every((scope) => typeof scope === 'string' && scope !== '')) return
  throw new ConfigError(
    `${door}: scopes must be a list of texts such as ['read', 'write'], not ${describeValue(scopes)}.`,
  )
}

function assertRedirectUri(redirectUri: unknown): void {
  if (typeof redirectUri !== 'string' || !URL.canParse(redirectUri))
    throw new ConfigError(
      'redirectUri must be a whole address, such as https://app.example/social/callback/mastodon.',
    )
}
