import type { AccountInfo, AllowanceInfo, OpeningHours, SignInStep } from '../../../shared/accounts.js'
import { ask, path } from '../../request.js'

/** What accounts ask of the server. */
export const accountsApi = {
  connect: (network: string, host: string | null, accountId: string | null) =>
    ask<{ url: string }>('POST', '/api/accounts', { network, host, accountId }),
  /** Null when people are sent to a page of the network: then that address has to be opened. */
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
