import type { CallbackParams } from '../contract/login.js'
import { AuthError, type RawData } from '../errors/index.js'
import { assertContext, assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { sameText } from './state.js'

/** What a callback gave. */
export interface ReadCallback {
  /** The code to trade for a token. A secret. */
  readonly code: string
  /** Everything the network sent, for what only this network adds. */
  readonly params: CallbackParams
}

/**
 * Reads what the network sent back after a sign-in. A missing state is a wrong one.
 *
 * @param callback - The parameters as they came.
 * @param options - `state` is the one the person was sent away with.
 * @throws AuthError when the person or the network refused, the state is missing or another, or there is no code.
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
      `${platform} did not sign the person in (${refusal.slice(0, 100)}). They have probably pressed cancel; start the sign-in again when they want to.`,
      { platform, raw: { error: refusal, error_description: textOf(callback, 'error_description') } },
    )
  const given = textOf(callback, 'state')
  if (given === null || !sameText(given, state))
    throw new AuthError(
      `The sign-in at ${platform} came back with ${given === null ? 'no state' : 'another state'}, so it is not the one that was started. Start the sign-in again.`,
      { platform },
    )
  const code = textOf(callback, 'code')
  if (code === null)
    throw new AuthError(`${platform} sent no code back. Start the sign-in again.`, { platform })
  return { code, params: callback }
}

/**
 * Finds the secret half of PKCE again.
 *
 * @param remember - What the first step kept, with `verifier` in it.
 * @throws AuthError when it is not there.
 */
export function readVerifier(remember: RawData, platform: string): string {
  assertString(platform, 'readVerifier: platform')
  assertObject(remember, 'readVerifier: remember', '{ verifier }')
  const verifier = remember['verifier']
  if (typeof verifier === 'string' && verifier !== '') return verifier
  throw new AuthError(
    `What was kept of the sign-in at ${platform} has no verifier in it. Pass the \`remember\` of the step before, or start the sign-in again.`,
    { platform },
  )
}

function textOf(callback: CallbackParams, name: string): string | null {
  const value: unknown = Object.hasOwn(callback, name) ? callback[name] : null
  return typeof value === 'string' && value !== '' ? value : null
}
