import type { AccountInfo, AllowanceInfo, OpeningHours } from '../../../shared/accounts.js'
import { ask, path } from '../../request.js'

export const accountsApi = {
  /** Returns the URL at which the sign-in starts. */
  connect: (network: string, host: string | null, accountId: string | null) =>
    ask<{ url: string }>('POST', '/api/accounts', { network, host, accountId }),
  disconnect: (id: string) => ask<readonly AccountInfo[]>('DELETE', path`/api/accounts/${id}`),
  allowance: (id: string) => ask<AllowanceInfo>('GET', path`/api/accounts/${id}/allowance`),
  hours: (id: string) => ask<OpeningHours | null>('GET', path`/api/accounts/${id}/hours`),
  setHours: (id: string, hours: OpeningHours) =>
    ask<OpeningHours | null>('PUT', path`/api/accounts/${id}/hours`, hours),
}
