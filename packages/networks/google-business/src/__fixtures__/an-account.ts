import { Connection, type ConnectionInit } from '@social/core/platform'

/** Id of the location in the recorded responses. */
export const LOCATION = '4567890123456789012'

/** Creates a connection to the location `LOCATION`. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  const accountId = changes.accountId ?? LOCATION
  return new Connection({
    platform: 'google_business',
    accountId,
    accountName: "Ada's Bakery",
    token: { accessToken: 'ya29.secret-token', refreshToken: '1//secret-refresh' },
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    extra: { locationName: `accounts/100000000000000000002/locations/${accountId}` },
    ...changes,
  })
}
