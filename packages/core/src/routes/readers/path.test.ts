import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { findRoute } from './path.js'

describe('findRoute', () => {
  it('finds every route, with and without a trailing slash', () => {
    const routes = {
      '/connect/fake': { kind: 'connect', platform: 'fake' },
      '/callback/tiktok_business': { kind: 'callback', platform: 'tiktok_business' },
      '/choose/fake-2': { kind: 'choose', platform: 'fake-2' },
      '/webhooks/fake': { kind: 'webhook', platform: 'fake' },
      '/networks/fake/client/metadata.json': {
        kind: 'extra',
        platform: 'fake',
        method: 'GET',
        path: 'client/metadata.json',
      },
      '/webhooks/fake/deauthorize': {
        kind: 'extra',
        platform: 'fake',
        method: 'POST',
        path: 'deauthorize',
      },
      '/media/abc.def': { kind: 'media', token: 'abc.def' },
    }
    for (const [path, route] of Object.entries(routes)) {
      expect(findRoute(path)).toEqual(route)
      expect(findRoute(`${path}/`)).toEqual(route)
    }
  })

  it('finds no other route', () => {
    for (const path of [
      '',
      '/',
      '//',
      'connect/fake',
      'x/connect/fake',
      '/connect',
      '/connect/',
      '/connect//',
      '/connect//fake',
      '/connect/Fake',
      '/connect/%66ake',
      '/connect/fake/more',
      '/callback/fake/more',
      '/constructor/fake',
      '/networks/fake',
      '/media',
      '/media/a/b',
      '/connect/..',
      `/connect/${'a'.repeat(65)}`,
    ])
      expect([path, findRoute(path)]).toEqual([path, null])
  })
})

describe('a path from an attacker', () => {
  it.each([
    ['slashes', (letters: number) => '/'.repeat(letters)],
    ['letters', (letters: number) => `/connect/${'a'.repeat(letters)}`],
    ['folders', (letters: number) => `/webhooks/fake/${'a/'.repeat(letters / 2)}`],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf(findRoute, make)).toBeLessThan(MAX_GROWTH)
  })
})
