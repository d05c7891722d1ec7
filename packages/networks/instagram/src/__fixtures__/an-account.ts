import { Connection, type ConnectionInit } from '@social/core/platform'

/** Creates the connection of the account to which the fake responses belong. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'instagram',
    accountId: '17841405822304913',
    accountName: 'adascakes',
    token: { accessToken: 'IGAA-secret-token' },
    scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
    extra: { instagramId: '17841405822304913', username: 'adascakes' },
    ...changes,
  })
}
