import { Connection, type ConnectionInit } from '@social/core/platform'

/** The account that the recorded replies belong to. Its id begins with a dash, which is part of it. */
export const OPEN_ID = '-000fixtureBusinessOpenId0123456789'

/** A connection of that account, with every default scope. */
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
