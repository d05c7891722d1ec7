import { describeValue, refuseUnknownNames } from '../../checks/index.js'
import { ConfigError } from '../../errors/index.js'
import { assertCallTypes, assertText } from '../arguments.js'
import type { CallOptions } from '../types.js'

const CALL_NAMES: readonly string[] = ['signal', 'deadlineSeconds']

/** Names of the options that every step of a sign-in accepts. */
export const LOGIN_NAMES: readonly string[] = [
  ...CALL_NAMES,
  'redirectUri',
  'scopes',
  'host',
  'state',
  'hints',
  'expectConnectionId',
]

/** Names of the options that `createApp` accepts. */
export const CREATE_APP_NAMES: readonly string[] = [
  ...CALL_NAMES,
  'name',
  'redirectUri',
  'host',
  'scopes',
  'website',
  'again',
]

/** Options that the steps of a sign-in accept. */
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
 * Reads the options of a sign-in step.
 *
 * @param options - Options from the application.
 * @param step - Step for messages, such as `startLogin`.
 * @param names - Every name that the step accepts.
 * @throws ConfigError for a value that is not an object, an unknown name, or a value of the wrong type.
 */
export function readLoginOptions<Options extends LoginFields>(
  options: Options,
  step: string,
  names: readonly string[],
): Options {
  const method = `client.${step}`
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigError(
      `${method} takes an object such as { redirectUri: 'https://app.example/callback' }, not ${describeValue(options)}.`,
    )
  refuseUnknownNames(options, names, method)
  assertCallTypes(options, method)
  assertRedirectUri(options.redirectUri)
  assertScopes(options.scopes, method)
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

/** @throws ConfigError unless the value is a plain object. */
export function assertRecord(value: unknown, field: string, what: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw new ConfigError(
    `${field} must be an object${what === 'an object' ? '' : ` (${what})`}, not ${describeValue(value)}.`,
  )
}

function assertScopes(scopes: unknown, method: string): void {
  if (scopes === undefined || scopes === null) return
  if (Array.isArray(scopes) && [...scopes].every((scope) => typeof scope === 'string' && scope !== '')) return
  throw new ConfigError(
    `${method}: scopes must be a list of strings such as ['read', 'write'], not ${describeValue(scopes)}.`,
  )
}

function assertRedirectUri(redirectUri: unknown): void {
  if (typeof redirectUri !== 'string' || !URL.canParse(redirectUri))
    throw new ConfigError(
      'redirectUri must be a full URL, such as https://app.example/social/callback/mastodon.',
    )
}
