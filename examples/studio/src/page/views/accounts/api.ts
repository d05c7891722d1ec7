import type { AccountInfo, AllowanceInfo, OpeningHours, SignInStep } from '../../../shared/accounts.js'
import { ask, path } from '../../request.js'

export const accountsApi = {
  connect: (network: string, host: string | null, accountId: string | null) =>
    ask<{ url: string }>('POST', '/api/accounts', { network, host, accountId }),
  /**
   * Returns null if the sign-in starts on a page of the network. The browser must then open the
   * URL.
   */
  startSignIn: (url: string) => ask<SignInStep | null>('GET', url),
  answerSignIn: (network: string, answers: Readonly<Record<string, string>>) =>
    ask<SignInStep | null>('POST', path`/social/callback/${network}`, answers),
  chooseAccount: (network: string, choice: { readonly state: string; readonly account_id: string }) =>
    ask<SignInStep | null>('POST', path`/social/choose/${network}`, choice),
  disconnect: (id: string) => ask<readonly AccountInfo[]>('DELETE', path`/api/accounts/${id}`),
  allowance: (id: string) => ask<AllowanceInfo>('GET', path`/api/accounts/${id}/allowance`),
  hours: (id: string) => ask<OpeningHours | null>('GET', path`/api/accounts/${id}/hours`),
  setHours: (id: string, hours: OpeningHours) =>
    ask<OpeningHours | null>('PUT', path`/api/accounts/${id}/hours`, hours),
}
