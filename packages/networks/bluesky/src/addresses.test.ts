import { expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { ADDRESSES, addressing } from './addresses.js'

const { apiBase, authHeaders, origins } = addressing({ addresses: ADDRESSES })

it('an account uses its own server, or the server of Bluesky when it has none', () => {
  expect(apiBase(anAccount().with({ host: 'pds.example' }))).toBe('https://pds.example')
  expect(apiBase(anAccount().with({ host: null }))).toBe('https://bsky.social')
  expect(origins(anAccount().with({ host: null }))).toEqual(['https://bsky.social'])
  expect(apiBase(anAccount().with({ host: 'localhost:2583' }))).toBe('http://localhost:2583')
})

it('a token is sent according to its kind', () => {
  const ada = anAccount()

  expect(authHeaders(ada)).toEqual({ authorization: 'Bearer secret-access' })
  expect(authHeaders(ada.with({ token: { accessToken: 'secret-access', kind: 'DPOP' } }))).toEqual({
    authorization: 'DPoP secret-access',
  })
})
