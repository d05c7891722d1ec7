import { useEffect, useState } from 'preact/hooks'

import type { SignInStep } from '../../../shared/accounts.js'
import { Refusal, messageOf } from '../../request.js'
import { accountsApi } from './api.js'

/** Sign-in step that needs input. */
export type PendingStep = Exclude<SignInStep, { step: 'connected' }>

/** Target of a sign-in. */
export interface SignInWish {
  readonly network: string
  /** Selected server, for a network with many servers. */
  readonly host: string | null
  /** Account to sign in again. Null allows any account. */
  readonly accountId: string | null
}

/** Sign-in in progress. */
export interface PendingSignIn extends SignInWish {
  readonly step: PendingStep
}

/** Sign-in step in the URL's fragment, after a redirect from a network that needs more input. */
function readAddress(): PendingSignIn | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [network, step] = [params.get('network'), params.get('step')]
  if (network === null || step === null) return null
  try {
    return { network, host: null, accountId: null, step: JSON.parse(step) as PendingStep } // Written by the server.
  } catch {
    return null
  }
}

/**
 * Runs a sign-in with every step the network requires: its own page, a form, or the choice of an account.
 *
 * @param onConnected - Called with the account's id at the end.
 */
export function useSignIn(onConnected: (id: string) => void) {
  const [pending, setPending] = useState(readAddress)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (pending === null && location.hash !== '') history.replaceState(null, '', location.pathname)
  }, [pending])

  const take = (wish: SignInWish, step: SignInStep): void => {
    if (step.step === 'connected') onConnected(step.connection_id)
    setPending(step.step === 'connected' ? null : { ...wish, step })
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  const begin = async (wish: SignInWish): Promise<void> => {
    const { url } = await accountsApi.connect(wish.network, wish.host, wish.accountId)
    const step = await accountsApi.startSignIn(url)
    if (step === null) location.assign(url)
    else take(wish, step)
  }

  return {
    pending,
    problem,
    isBusy,
    start: (wish: SignInWish) => attempt(() => begin(wish)),
    /**
     * Sends the typed or selected answers. A refused sign-in is over: a new one begins, and the form keeps its
     * values.
     */
    answer: (answers: Readonly<Record<string, string>>) =>
      attempt(async () => {
        if (pending === null) return
        const { step, ...wish } = pending
        const { state } = step
        try {
          const next =
            step.step === 'choose_account'
              ? await accountsApi.chooseAccount(wish.network, {
                  state,
                  account_id: answers['account_id'] ?? '',
                })
              : await accountsApi.answerSignIn(wish.network, { ...answers, state })
          if (next !== null) take(wish, next)
        } catch (error) {
          if (error instanceof Refusal && !error.isOutage) {
            if (step.step === 'choose_account') setPending(null)
            else await begin(wish)
          }
          throw error
        }
      }),
    cancel: () => {
      setPending(null)
      setProblem(null)
    },
  }
}

/** State and actions of a sign-in. */
export type SignIn = ReturnType<typeof useSignIn>
