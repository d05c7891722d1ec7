import { Connection, type ConnectionInit } from '@social/core/platform'

/** Creates the connection of the account to which the fake responses belong. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'threads',
    accountId: '9876543210123457',
    accountName: 'adascakes',
    token: { accessToken: 'THAA-secret-token' },
    scopes: ['threads_basic', 'threads_content_publish'],
    extra: { threadsId: '9876543210123457', username: 'adascakes' },
    ...changes,
  })
}
