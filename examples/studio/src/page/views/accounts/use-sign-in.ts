import { useEffect, useState } from 'preact/hooks'

import type { SignInStep } from '../../../shared/accounts.js'
import { Refusal, messageOf } from '../../request.js'
import { accountsApi } from './api.js'

/** Sign-in step that needs input. */
export type PendingStep = Exclude<SignInStep, { step: 'connected' }>

/** Network, server and account of a sign-in. */
export interface SignInTarget {
  readonly network: string
  /** Selected server. Null if the network has only one server. */
  readonly host: string | null
  /** Id of the account that must sign in again. Null allows any account. */
  readonly accountId: string | null
}

/** Sign-in in progress, with the step that waits for input. */
export interface PendingSignIn extends SignInTarget {
  readonly step: PendingStep
}

/**
 * Reads the pending sign-in step from the URL's fragment. Networks that need more input redirect
 * to a URL with this fragment. Returns null without a step.
 */
function readAddress(): PendingSignIn | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [network, step] = [params.get('network'), params.get('step')]
  if (network === null || step === null) return null
  try {
    return { network, host: null, accountId: null, step: JSON.parse(step) as PendingStep } // safe cast: the studio's server writes this JSON
  } catch {
    return null
  }
}

/**
 * Runs all steps of a sign-in: the network's own page, a form, or the selection of an account.
 * @param onConnected - Called at the end with the account's id.
 */
export function useSignIn(onConnected: (id: string) => void) {
  const [pending, setPending] = useState(readAddress)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (pending === null && location.hash !== '') history.replaceState(null, '', location.pathname)
  }, [pending])

  const take = (target: SignInTarget, step: SignInStep): void => {
    if (step.step === 'connected') onConnected(step.connection_id)
    setPending(step.step === 'connected' ? null : { ...target, step })
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
  const begin = async (target: SignInTarget): Promise<void> => {
    const { url } = await accountsApi.connect(target.network, target.host, target.accountId)
    const step = await accountsApi.startSignIn(url)
    if (step === null) location.assign(url)
    else take(target, step)
  }

  return {
    pending,
    problem,
    isBusy,
    start: (target: SignInTarget) => attempt(() => begin(target)),
    /**
     * Sends the typed or selected answers. If the server refuses the answers, a new sign-in begins
     * and the form keeps its values.
     */
    answer: (answers: Readonly<Record<string, string>>) =>
      attempt(async () => {
        if (pending === null) return
        const { step, ...target } = pending
        const { state } = step
        try {
          const next =
            step.step === 'choose_account'
              ? await accountsApi.chooseAccount(target.network, {
                  state,
                  account_id: answers['account_id'] ?? '',
                })
              : await accountsApi.answerSignIn(target.network, { ...answers, state })
          if (next !== null) take(target, next)
        } catch (error) {
          if (error instanceof Refusal && !error.isOutage) {
            if (step.step === 'choose_account') setPending(null)
            else await begin(target)
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

/** Sign-in state, and the functions that change it. */
export type SignIn = ReturnType<typeof useSignIn>
