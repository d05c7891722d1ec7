import { useEffect, useState } from 'preact/hooks'

import type { SignInStep } from '../../../shared/accounts.js'
import { Refusal, messageOf } from '../../request.js'
import { accountsApi } from './api.js'

/** A step that waits for the person. */
export type PendingStep = Exclude<SignInStep, { step: 'connected' }>

/** Where somebody wants to sign in. */
export interface SignInWish {
  readonly network: string
  /** The server that was named, for a network with many. */
  readonly host: string | null
  /** The account that is signed in again; null for whichever comes. */
  readonly accountId: string | null
}

/** A sign-in that has begun. */
export interface PendingSignIn extends SignInWish {
  readonly step: PendingStep
}

/** What stands behind the `#` when a network sent the browser back and there is more to ask. */
function readAddress(): PendingSignIn | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [network, step] = [params.get('network'), params.get('step')]
  if (network === null || step === null) return null
  try {
    return { network, host: null, accountId: null, step: JSON.parse(step) as PendingStep } // written by the server
  } catch {
    return null
  }
}

/**
 * Takes a person through a sign-in, whatever the network asks for: a page of its own, a form, or the choice of an account.
 *
 * @param onConnected - Told the account's id in the end.
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
    /** Sends what was typed, or picked. A sign-in that was refused is over: the next one begins, and nothing has to be typed again. */
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

/** A sign-in and what takes it further. */
export type SignIn = ReturnType<typeof useSignIn>
