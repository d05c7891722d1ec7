import type { CallbackParams } from '../contract/login.js'
import { AuthError, type RawData } from '../errors/index.js'
import { assertContext, assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { sameText } from './state.js'

/** Parsed parameters of a callback. */
export interface ReadCallback {
  /** Authorization code. A secret. */
  readonly code: string
  /** All parameters, for those specific to this network. */
  readonly params: CallbackParams
}

/**
 * Reads the callback of a sign-in. A missing state is refused like a wrong one.
 *
 * @param callback - The unmodified parameters.
 * @param options - `state` is the value from the authorization URL.
 * @throws AuthError when the person or the network refused, the state does not match, or the code is missing.
 */
export function readCallback(
  callback: CallbackParams,
  options: { readonly platform: string; readonly state: string },
): ReadCallback {
  assertObject(callback, 'readCallback: callback', '{ code, state }')
  assertContext(options, 'readCallback')
  const { platform, state } = options
  const refusal = textOf(callback, 'error') ?? textOf(callback, 'error_code')
  if (refusal !== null)
    throw new AuthError(
      `${platform} refused the sign-in (${refusal.slice(0, 100)}). The person probably cancelled it. Start the sign-in again on request.`,
      { platform, raw: { error: refusal, error_description: textOf(callback, 'error_description') } },
    )
  const given = textOf(callback, 'state')
  if (given === null || !sameText(given, state))
    throw new AuthError(
      `The callback of ${platform} has ${given === null ? 'no state' : 'another state'}, so it does not belong to the started sign-in. Start the sign-in again.`,
      { platform },
    )
  const code = textOf(callback, 'code')
  if (code === null)
    throw new AuthError(`${platform} returned no code. Start the sign-in again.`, { platform })
  return { code, params: callback }
}

/**
 * Reads the PKCE verifier.
 *
 * @param remember - Data stored by the first step, with `verifier`.
 * @throws AuthError when it is missing.
 */
export function readVerifier(remember: RawData, platform: string): string {
  assertString(platform, 'readVerifier: platform')
  assertObject(remember, 'readVerifier: remember', '{ verifier }')
  const verifier = remember['verifier']
  if (typeof verifier === 'string' && verifier !== '') return verifier
  throw new AuthError(
    `The stored data of the sign-in at ${platform} has no verifier. Pass the \`remember\` of the previous step, or start the sign-in again.`,
    { platform },
  )
}

function textOf(callback: CallbackParams, name: string): string | null {
  const value: unknown = Object.hasOwn(callback, name) ? callback[name] : null
  return typeof value === 'string' && value !== '' ? value : null
}
