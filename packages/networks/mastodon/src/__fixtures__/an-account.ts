import { Connection, type ConnectionInit } from '@social/core/platform'

/**
 * Creates the connection of Ada at social.example. The recorded responses belong to this account.
 */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'mastodon',
    host: 'social.example',
    accountId: 'social.example:14715',
    accountName: '@ada@social.example',
    token: { accessToken: 'secret-token' },
    scopes: ['read', 'write'],
    extra: { serverAccountId: '14715', profileUrl: 'https://social.example/@ada' },
    ...changes,
  })
}
