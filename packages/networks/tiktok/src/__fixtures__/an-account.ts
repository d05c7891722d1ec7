import { Connection, type ConnectionInit } from '@social/core/platform'

/** Account id in the recorded responses. The leading dash is part of the id. */
export const OPEN_ID = '-000fixtureOpenId1234567890abcdef'

/** Creates a connection of the account `OPEN_ID` with every default scope. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'tiktok',
    accountId: OPEN_ID,
    accountName: 'Fixture Cat',
    token: { accessToken: 'act.secret-token', refreshToken: 'rft.secret-token' },
    scopes: ['user.info.basic', 'video.upload', 'video.publish'],
    extra: { openId: OPEN_ID },
    ...changes,
  })
}
