import { Connection, type ConnectionInit } from '@social/core/platform'

/** All OAuth scopes that the tests use. */
export const ALL_SCOPES: readonly string[] = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
  'like.read',
  'like.write',
  'dm.read',
  'dm.write',
]

/** Creates the connection of the test user Ada with all scopes. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'x',
    accountId: '2244994945',
    accountName: '@ada',
    token: { accessToken: 'secret-access-token', refreshToken: 'secret-refresh-token' },
    scopes: ALL_SCOPES,
    extra: { profileUrl: 'https://x.com/ada' },
    ...changes,
  })
}
