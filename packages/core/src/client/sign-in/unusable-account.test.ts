import { describe, expect, it } from 'vitest'

import { ConfigError, PlatformError } from '../../errors/index.js'
import { Connection, Token } from '../../models/index.js'
import { asNetworkError } from './unusable-account.js'

/** Returns the error of an object that cannot be created from a network's data. */
function refusalOf(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return asNetworkError(error, 'sample')
  }
}

const token = { accessToken: 'access-1' }

describe('invalid account data from a network', () => {
  it.each([
    ['an empty id', () => new Connection({ platform: 'sample', accountId: '', accountName: 'A', token })],
    [
      'an id with NUL',
      () => new Connection({ platform: 'sample', accountId: 'a\0', accountName: 'A', token }),
    ],
    ['a moment that is none', () => new Token({ ...token, expiresAt: new Date(Number.NaN) })],
  ])('is an error of the network: %s', (_what, make) => {
    const error = refusalOf(make)
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ platform: 'sample', cause: expect.any(ConfigError) })
    expect(String(error)).toMatch(/sample returned invalid account data for the sign-in/)
  })

  it('keeps mistakes of the application unchanged', () => {
    const mistake = new ConfigError('No app is stored for sample.')
    expect(asNetworkError(mistake, 'sample')).toBe(mistake)
    expect(asNetworkError('thrown', 'sample')).toBe('thrown')
  })
})
