import { expect, it } from 'vitest'

import { Token } from '../models/index.js'
import { sameToken } from './same-token.js'

const token = new Token({ accessToken: 'a', refreshToken: 'r' })

it.each([
  ['the same secrets', { accessToken: 'a', refreshToken: 'r' }, true],
  ['another end', { accessToken: 'a', refreshToken: 'r', expiresAt: '2026-01-01T00:00:00Z' }, true],
  ['another access token', { accessToken: 'b', refreshToken: 'r' }, false],
  ['another refresh token', { accessToken: 'a', refreshToken: 's' }, false],
  ['no refresh token', { accessToken: 'a' }, false],
])('a token with %s', (_what, init, isSame) => {
  expect(sameToken(token, new Token(init))).toBe(isSame)
})
