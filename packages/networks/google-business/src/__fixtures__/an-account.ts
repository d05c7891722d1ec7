import { Connection, type ConnectionInit } from '@social/core/platform'

/** The location that the recorded replies belong to. */
export const LOCATION = '4567890123456789012'

/** A connection of that location. */
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
