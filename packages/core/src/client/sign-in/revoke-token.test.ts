import { describe, expect, it } from 'vitest'

import { AuthError, NetworkError, NotFoundError, PlatformError } from '../../errors/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'

const on = { platform: 'sample' }

/** Makes a client whose network refuses a token revocation with the given error. */
function refusing(thrown: Error) {
  return aCapableClient({
    revoke: async () => {
      throw thrown
    },
  })
}

describe('disconnecting an account', () => {
  it.each([
    ['a token that is refused', new AuthError('x', on)],
    ['a token that is not known any more', new NotFoundError('x', on)],
  ])('treats %s as revoked, and deletes the connection', async (_what, error) => {
    const { client, storage } = await refusing(error)
    await client.disconnect('sample:1')
    expect(await storage.getConnection('sample:1')).toBeNull()
  })

  it.each([
    ['an outage', new PlatformError('x', { ...on, statusCode: 503 })],
    ['a broken connection', new NetworkError('x', on)],
    ['a mistake of the platform', new TypeError('x')],
  ])('reports %s, and keeps the connection for another attempt', async (_what, error) => {
    const { client, storage } = await refusing(error)
    await expect(client.disconnect('sample:1')).rejects.toBe(error)
    expect(await storage.getConnection('sample:1')).not.toBeNull()
  })
})
