import { Connection } from '../../access/connection.js'

/** Returns a record as a store would return it after saving it as JSON. */
export const throughJson = (record: object): unknown => JSON.parse(JSON.stringify(record))

/** A connection in which all optional fields are set. */
export const connection = new Connection({
  platform: 'bluesky',
  accountId: 'did:plc:abc',
  accountName: 'someone.example',
  host: 'pds.example',
  scopes: ['read', 'write'],
  extra: { did: 'did:plc:abc', list: [1, { deep: null }] },
  avatarUrl: 'https://cdn.example/a.png',
  token: {
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    proofKey: 'proof-1',
    kind: 'DPOP',
    expiresAt: new Date('2024-01-01T01:00:00.123Z'),
    refreshTokenExpiresAt: new Date('2025-01-01T00:00:00Z'),
  },
})
