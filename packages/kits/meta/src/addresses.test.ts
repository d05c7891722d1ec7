import { ConfigError, NotFoundError } from '@social/core/platform'
import { expect, it } from 'vitest'

import { idPath, readApiVersion, withApiVersion } from './addresses.js'

it('accepts only versions of the Graph API', () => {
  expect(readApiVersion('facebook', undefined)).toBe('v26.0')
  expect(readApiVersion('facebook', 'v27.0')).toBe('v27.0')
  for (const given of ['26.0', 'v26', 'latest', '', 26, `v26.0/../..`, 'x/v26.0'])
    expect(() => readApiVersion('facebook', given)).toThrow(ConfigError)
})

it('replaces the default version in every URL', () => {
  const addresses = { api: 'https://graph.facebook.com/v26.0', signIn: 'https://x/v26.0/dialog/oauth' }
  expect(withApiVersion(addresses, 'v27.0')).toEqual({
    api: 'https://graph.facebook.com/v27.0',
    signIn: 'https://x/v27.0/dialog/oauth',
  })
})

it('prevents ids from changing the path', () => {
  expect(idPath('1_2', 'comments')).toBe('/1_2/comments')
  expect(idPath('1/2?x=1')).toBe('/1%2F2%3Fx%3D1')
  for (const id of ['', '.', '..']) expect(() => idPath(id)).toThrow(NotFoundError)
})
