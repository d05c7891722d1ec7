import { strict as assert } from 'node:assert'

import { AppCredentials, Connection, type ConnectionInit, toRecord } from '@social/core/store'

/**
 * Returns a connection with every field set. A defective store would change some of its texts and
 * dates.
 */
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

/** Returns `aFullConnection` with new secrets. Both secrets end with the number `generation`. */
export function renewed(generation: number): Connection {
  return withSecrets(`access-${generation}`, `refresh-${generation}`)
}

/** Returns `aFullConnection` with these two secrets. */
export function withSecrets(accessToken: string, refreshToken: string | null): Connection {
  return aFullConnection().with({ token: { accessToken, refreshToken } })
}

/**
 * Returns app credentials for a Mastodon server. `host` null means credentials without a server.
 */
export const anApp = (host: string | null, clientSecret: string | null = 'secret'): AppCredentials =>
  new AppCredentials({ platform: 'mastodon', host, clientId: `app of ${host}`, clientSecret })

/**
 * Asserts that two connections have equal records. A record contains every field and secret as
 * plain JSON.
 */
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

/** Asserts that both secrets belong to the same save, one of the saves 0 to `count - 1`. */
export function assertOneOf(actual: Connection | null, count: number): void {
  assert.ok(actual, 'One of the connections that were saved must be there.')
  const { accessToken, refreshToken } = actual.token
  const generation = Number(accessToken.slice('access-'.length))
  assert.ok(generation >= 0 && generation < count, `"${accessToken}" was never saved.`)
  assert.equal(refreshToken, `refresh-${generation}`, 'The two secrets must be of one save, not of two.')
}

/** Connection id of `aFullConnection`. */
export const ID = aFullConnection().id
