import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { AppCredentials } from './app-credentials.js'

const init = { platform: 'mastodon', host: 'social.example', clientId: 'id', clientSecret: 'client-secret' }

describe('app credentials', () => {
  // Holds R-0024.
  it('have a platform, a host, an id, a secret and what they were registered with, and nothing else', () => {
    const app = new AppCredentials(init)

    expect(Object.getOwnPropertyNames(app).toSorted()).toEqual([
      'clientId',
      'clientSecret',
      'host',
      'platform',
      'registration',
    ])
    expect(app.registration).toBeNull()
    expect(app.clientSecret).toBe('client-secret')
    expect(app.key).toEqual(['mastodon', 'social.example'])
  })

  it('belong to no host unless one is named', () => {
    expect(new AppCredentials({ platform: 'x', clientId: 'id', clientSecret: 's' }).key).toEqual(['x', null])
  })

  it.each([
    ['platform', ''],
    ['clientId', ''],
    ['clientSecret', ''],
    ['clientSecret', '[hidden]'],
  ])('refuse to be made when %s is %j', (field, value) => {
    expect(() => new AppCredentials({ ...init, [field]: value })).toThrow(ConfigError)
  })

  it('have no secret where the client is public, which is not the same as a secret that was lost', () => {
    const app = new AppCredentials({ ...init, clientSecret: null })

    expect(app.clientSecret).toBeNull()
    expect(JSON.parse(JSON.stringify(app))).toMatchObject({ clientSecret: null })
    expect(() => new AppCredentials({ ...init, clientSecret: undefined as never })).toThrow(ConfigError)
  })

  it('show no secret, however they are printed', () => {
    const app = new AppCredentials(init)
    const shown = [inspect(app), JSON.stringify(app), JSON.stringify(Object.assign({}, app))]

    expect(shown.join(' ')).not.toContain('client-secret')
    expect(Object.isFrozen(app)).toBe(true)
  })
})
