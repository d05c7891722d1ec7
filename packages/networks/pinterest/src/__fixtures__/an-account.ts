import { Connection, type ConnectionInit } from '@social/core/platform'

/** Default scopes of a sign-in. */
export const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'] as const

/** Creates a connection of Ada, the account in the invented responses. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'pinterest',
    accountId: '783136121146311751',
    accountName: 'ada',
    token: { accessToken: 'pina_secret-access', refreshToken: 'pinr.secret-refresh' },
    scopes: SCOPES,
    ...changes,
  })
}
