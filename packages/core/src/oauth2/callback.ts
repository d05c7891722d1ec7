import type { CallbackParams } from '../contract/login.js'
import { AuthError, type RawData } from '../errors/index.js'
import { assertContext, assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { sameText } from './state.js'

/** Parameters of the callback, after they were checked. */
export interface ReadCallback {
  /** Authorization code, which is a secret. */
  readonly code: string
  /** All parameters of the callback, including those that only this network has. */
  readonly params: CallbackParams
}

/**
 * Checks and reads the callback of a sign-in. A missing state is refused like a wrong state.
 *
 * @param callback - The unmodified parameters of the request.
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
 * Returns the PKCE verifier that the first step of the sign-in stored.
 *
 * @param remember - Data stored by the first step, with `verifier`.
 * @throws AuthError when the verifier is missing.
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
