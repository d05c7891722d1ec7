import type { CallbackParams, Connection, LoginRequest, LoginStep } from '@social/core/platform'

import { textsFor } from '../fakes/texts.js'
import type { Subject } from '../subject.js'
import type { Trial } from '../trial.js'

/** Authorization code that the checks use. The code is a secret. */
export const A_CODE = 'a-code-of-the-checks-0123456789'
/** Text that the user enters in a password field. */
export const A_PASSWORD = 'a-password-of-the-checks-0123456789'
/** State of the sign-in, with a unique text that the checks can search for. */
const A_STATE = 'a-state-of-the-checks-0123456789'
/** Redirect URI of the sign-in, with a unique text that the checks can search for. */
export const A_REDIRECT = 'https://app.example/back/of-the-checks'

/** Result of a sign-in, which may have failed at any step. */
export interface WalkedSignIn {
  /** Result of `startLogin`. Null if `startLogin` rejected. */
  readonly start: LoginStep | null
  /** The connected account. Null if the sign-in failed. */
  readonly connection: Connection | null
  readonly error: unknown
}

/** Builds the login request of the sign-in. */
export function walkingLogin(subject: Subject): LoginRequest {
  return { ...subject.login(), state: A_STATE, redirectUri: A_REDIRECT }
}

/** Runs all steps of a sign-in. Never rejects: the result contains the error. */
export async function walkSignIn(subject: Subject, trial: Trial): Promise<WalkedSignIn> {
  const { platform } = subject
  const login = walkingLogin(subject)
  let start: LoginStep | null = null
  try {
    start = await platform.startLogin(login, trial.loginCall())
    const remember = 'remember' in start ? start.remember : {}
    let step = start
    if (step.step === 'SEND_TO_NETWORK' || step.step === 'ASK_FOR_DETAILS')
      step = await platform.finishLogin({ ...login, remember }, callbackOf(step, subject), trial.loginCall())
    const [first] = step.step === 'CHOOSE_ACCOUNT' ? step.options : []
    if (step.step === 'CHOOSE_ACCOUNT' && first && platform.resumeLogin) {
      const choice = { resumeToken: step.resumeToken, accountId: first.id, remember }
      step = await platform.resumeLogin(login, choice, trial.loginCall())
    }
    if (step.step === 'FINISHED') return { start, connection: step.connection, error: null }
    return { start, connection: null, error: new Error(`The sign-in ended with ${step.step}.`) }
  } catch (error) {
    return { start, connection: null, error: error ?? new Error('It rejected with nothing.') }
  }
}

/**
 * Returns the query of the redirect URI in an authorization URL. The network must return these
 * parameters in the callback (RFC 6749, section 3.1.2).
 */
export function returnedBy(url: string): CallbackParams {
  const back = URL.parse(URL.parse(url)?.searchParams.get('redirect_uri') ?? '')
  return Object.fromEntries(back?.searchParams ?? [])
}

/** Builds the callback query of the network, or the user's input for a form. */
export function callbackOf(step: LoginStep, { hooks }: Subject): CallbackParams {
  if (step.step === 'SEND_TO_NETWORK')
    return { ...returnedBy(step.url), code: A_CODE, state: A_STATE, ...hooks.login?.callback }
  const place = { index: 0, turn: 0, round: 0, origin: 'https://made-up.example', isBare: false }
  const fields = step.step === 'ASK_FOR_DETAILS' ? step.fields : []
  const answers = fields.map(
    ({ name, secret }) => [name, secret ? A_PASSWORD : (textsFor(name, place)[0] ?? name)] as const,
  )
  return { ...Object.fromEntries(answers), ...hooks.login?.callback }
}
