import { expect, it } from 'vitest'

import { Token } from '../models/index.js'
import { sameToken } from './same-token.js'

it('compares both secrets of a token', () => {
  const token = new Token({ accessToken: 'a', refreshToken: 'r' })

  expect(sameToken(token, new Token({ accessToken: 'a', refreshToken: 'r' }))).toBe(true)
  expect(sameToken(token, new Token({ accessToken: 'b', refreshToken: 'r' }))).toBe(false)
  expect(sameToken(token, new Token({ accessToken: 'a', refreshToken: 's' }))).toBe(false)
})
