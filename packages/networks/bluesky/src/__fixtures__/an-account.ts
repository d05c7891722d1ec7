import { Connection, type ConnectionInit } from '@social/core/platform'

/** Creates the connection of Ada, whose account is on the server pds.example. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'bluesky',
    accountId: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
    accountName: '@ada.bsky.test',
    host: 'pds.example',
    token: { accessToken: 'secret-access', refreshToken: 'secret-refresh' },
    extra: { handle: 'ada.bsky.test' },
    ...changes,
  })
}
