import { Connection, type ConnectionInit } from '@social/core/platform'

/** Account id in the recorded responses. The leading dash is part of the id. */
export const OPEN_ID = '-000fixtureBusinessOpenId0123456789'

/** Creates a connection of the account `OPEN_ID` with every default scope. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'tiktok_business',
    accountId: OPEN_ID,
    accountName: 'tiktok_business',
    token: { accessToken: 'act.secret-token', refreshToken: 'rft.secret-token' },
    scopes: ['user.info.basic', 'video.list', 'comment.list', 'comment.list.manage'],
    extra: { openId: OPEN_ID },
    ...changes,
  })
}
