import { Connection, type ConnectionInit } from '@social/core/platform'

/** What a sign-in grants unless the application asks for something else. */
export const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'] as const

/** Ada's account, which the made-up replies belong to. */
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
