import type { CallbackParams, Connection, LoginRequest, LoginStep } from '@social/core/platform'

import { textsFor } from '../fakes/texts.js'
import type { Subject } from '../subject.js'
import type { Trial } from '../trial.js'

/** Authorization code of the checks, which counts as a secret. */
export const A_CODE = 'a-code-of-the-checks-0123456789'
/** A user's input in a password field. */
export const A_PASSWORD = 'a-password-of-the-checks-0123456789'
/** A unique state. */
const A_STATE = 'a-state-of-the-checks-0123456789'
/** A unique redirect URI. */
export const A_REDIRECT = 'https://app.example/back/of-the-checks'

/** Progress of a sign-in. */
export interface WalkedSignIn {
  /** Result of `startLogin`; null if it rejected. */
  readonly start: LoginStep | null
  /** The account; null if the sign-in failed earlier. */
  readonly connection: Connection | null
  readonly error: unknown
}

/** Login request of the walk. */
export function walkingLogin(subject: Subject): LoginRequest {
  return { ...subject.login(), state: A_STATE, redirectUri: A_REDIRECT }
}

/** Signs a user in from the first step to the last. Never rejects. */
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

/** Returns the query of the redirect URI, which comes back in the callback (RFC 6749, section 3.1.2). */
export function returnedBy(url: string): CallbackParams {
  const back = URL.parse(URL.parse(url)?.searchParams.get('redirect_uri') ?? '')
  return Object.fromEntries(back?.searchParams ?? [])
}

/** Makes the callback query of the network, or the user's input. */
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
