import { Connection, type ConnectionInit } from '@social/core/platform'

/** Creates a connection to Ada's channel, which owns the recorded responses. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'youtube',
    accountId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
    accountName: 'Ada Makes Bread',
    token: { accessToken: 'ya29.secret-access', refreshToken: '1//secret-refresh' },
    scopes: [
      'https://www.googleapis.com/auth/youtube.upload',
      'https://www.googleapis.com/auth/youtube.readonly',
      'https://www.googleapis.com/auth/youtube.force-ssl',
    ],
    ...changes,
  })
}
