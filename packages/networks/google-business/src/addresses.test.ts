import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { fullNameOf, shortNameOf } from './addresses.js'
import { googleBusiness } from './platform.js'

describe('requests of a location', () => {
  it('go only to the six services', () => {
    expect(googleBusiness().origins(anAccount()).toSorted()).toEqual([
      'https://businessprofileperformance.googleapis.com',
      'https://mybusiness.googleapis.com',
      'https://mybusinessaccountmanagement.googleapis.com',
      'https://mybusinessbusinessinformation.googleapis.com',
      'https://mybusinessqanda.googleapis.com',
      'https://mybusinessverifications.googleapis.com',
    ])
  })

  it('carry its token', () => {
    expect(googleBusiness().authHeaders(anAccount())).toEqual({ authorization: 'Bearer ya29.secret-token' })
  })
})

describe('the name of a location', () => {
  it('is long in version 4, and short in the newer services', () => {
    expect(fullNameOf(anAccount({ extra: { locationName: 'accounts/a-1/locations/l_2' } }))).toBe(
      'accounts/a-1/locations/l_2',
    )
    expect(shortNameOf(anAccount({ accountId: '7' }))).toBe('locations/7')
    expect(shortNameOf(anAccount({ accountId: 'a/b?c' }))).toBe('locations/a%2Fb%3Fc')
  })

  it.each([
    undefined,
    7,
    '',
    'locations/2',
    'accounts/1/locations/',
    'accounts/1/locations/2/localPosts/3',
    'x/accounts/1/locations/2',
    'accounts/1/locations/2?x',
    'accounts/../locations/2',
    `accounts/1/locations/${'2'.repeat(200)}`,
  ])('that is %s is invalid: the location must be connected again', (locationName) => {
    const account = anAccount({ extra: locationName === undefined ? {} : { locationName } })
    expect(() => fullNameOf(account)).toThrow(ConfigError)
    expect(() => fullNameOf(account)).toThrow('Connect the location again')
    expect(() => fullNameOf(account)).toThrow(expect.objectContaining({ platform: 'google_business' }))
  })
})
