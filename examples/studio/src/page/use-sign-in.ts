import { useEffect, useState } from 'preact/hooks'

import type { SignInStep } from '../shared/api.js'
import { api, Refusal } from './api.js'

/** A step that waits for the person. */
export type PendingStep = Exclude<SignInStep, { step: 'connected' }>

/** A sign-in that has begun. */
export interface PendingSignIn {
  readonly network: string
  /** The server that was named, for a network with many. */
  readonly host: string | null
  readonly step: PendingStep
}

/** What stands behind the `#` when a network sent the browser back and there is more to ask. */
function readAddress(): PendingSignIn | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [network, step] = [params.get('network'), params.get('step')]
  if (network === null || step === null) return null
  try {
    return { network, host: null, step: JSON.parse(step) as PendingStep } // written by the server
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

  const take = (network: string, host: string | null, step: SignInStep): void => {
    if (step.step === 'connected') onConnected(step.connection_id)
    setPending(step.step === 'connected' ? null : { network, host, step })
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  const begin = async (network: string, host: string | null): Promise<void> => {
    const { url } = await api.connect(network, host)
    const step = await api.startSignIn(url)
    if (step === null) location.assign(url)
    else take(network, host, step)
  }

  return {
    pending,
    problem,
    isBusy,
    start: (network: string, host: string | null) => attempt(() => begin(network, host)),
    /** Sends what was typed, or picked. A sign-in that was refused is over: the next one begins, and nothing has to be typed again. */
    answer: (answers: Readonly<Record<string, string>>) =>
      attempt(async () => {
        if (pending === null) return
        const { network, host, step } = pending
        const { state } = step
        try {
          const next =
            step.step === 'choose_account'
              ? await api.chooseAccount(network, { state, account_id: answers['account_id'] ?? '' })
              : await api.answerSignIn(network, { ...answers, state })
          if (next !== null) take(network, host, next)
        } catch (error) {
          if (error instanceof Refusal && !error.isOutage) {
            if (step.step === 'choose_account') setPending(null)
            else await begin(network, host)
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
