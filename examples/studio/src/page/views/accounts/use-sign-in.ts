import { useState } from 'preact/hooks'

import { messageOf } from '../../request.js'
import { accountsApi } from './api.js'

/** Network, server and account of a sign-in. */
export interface SignInTarget {
  readonly network: string
  /** Selected server. Null if the network has only one server. */
  readonly host: string | null
  /** Id of the account that must sign in again. Null allows any account. */
  readonly accountId: string | null
}

/** Starts sign-ins. The library's routes then show every page until the browser returns to the studio. */
export function useSignIn() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const start = async ({ network, host, accountId }: SignInTarget): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      location.assign((await accountsApi.connect(network, host, accountId)).url)
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return { problem, isBusy, start }
}

/** Sign-in state, and the function that starts a sign-in. */
export type SignIn = ReturnType<typeof useSignIn>
