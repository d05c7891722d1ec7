import { strict as assert } from 'node:assert'

import { AppCredentials, Connection, type ConnectionInit, toRecord } from '@social/core/store'

/** A connection that uses every field, with texts and dates that a defective store would change. */
export function aFullConnection(init: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'bluesky',
    accountId: 'did:plc:checks',
    accountName: 'Zoë 🙂 "quoted" \'n\' back\\slash',
    host: 'pds.example',
    scopes: ['read', 'write:all'],
    extra: { pageId: '9007199254740993', nested: { list: [1, 0.1, null, true, 'é'], empty: {} } },
    avatarUrl: 'https://cdn.example/a.png?size=1&x=%20',
    token: {
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      proofKey: '{"kty":"EC"}',
      kind: 'DPOP',
      expiresAt: new Date('2030-01-02T03:04:05.678Z'),
      refreshTokenExpiresAt: new Date('2031-01-01T00:00:00.001Z'),
    },
    ...init,
  })
}

/** The same account with the token of another generation. Both secrets have the same number. */
export function renewed(generation: number): Connection {
  return withSecrets(`access-${generation}`, `refresh-${generation}`)
}

/** The same account with these two secrets. */
export function withSecrets(accessToken: string, refreshToken: string | null): Connection {
  return aFullConnection().with({ token: { accessToken, refreshToken } })
}

/** An app of a server; null for a network with a single server. */
export const anApp = (host: string | null, clientSecret: string | null = 'secret'): AppCredentials =>
  new AppCredentials({ platform: 'mastodon', host, clientId: `app of ${host}`, clientSecret })

/** Compares records: they contain every field and every secret, as plain JSON. */
export function assertSame(actual: Connection | null, expected: Connection, what: string): void {
  assert.ok(actual, `${what} must be there.`)
  assert.ok(
    typeof actual.withToken === 'function',
    `${what} must come back as a Connection, not as a plain row. Save toRecord(connection), and read it with connectionFromRecord.`,
  )
  assert.deepEqual(
    toRecord(actual),
    toRecord(expected),
    `${what} must come back whole: secrets, dates and extra too.`,
  )
}

/** Fails unless the connection is complete and one of those that were saved. */
export function assertOneOf(actual: Connection | null, count: number): void {
  assert.ok(actual, 'One of the connections that were saved must be there.')
  const { accessToken, refreshToken } = actual.token
  const generation = Number(accessToken.slice('access-'.length))
  assert.ok(generation >= 0 && generation < count, `"${accessToken}" was never saved.`)
  assert.equal(refreshToken, `refresh-${generation}`, 'The two secrets must be of one save, not of two.')
}

/** Id of `aFullConnection`. */
export const ID = aFullConnection().id
