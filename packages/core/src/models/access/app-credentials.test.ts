import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { AppCredentials } from './app-credentials.js'

const init = { platform: 'mastodon', host: 'social.example', clientId: 'id', clientSecret: 'client-secret' }

describe('app credentials', () => {
  // Holds R-0024.
  it('have a platform, a host, an id, a secret and registration values, and no other fields', () => {
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

  it('have no host by default', () => {
    expect(new AppCredentials({ platform: 'x', clientId: 'id', clientSecret: 's' }).key).toEqual(['x', null])
  })

  it.each([
    ['platform', ''],
    ['clientId', ''],
    ['clientSecret', ''],
    ['clientSecret', '[hidden]'],
  ])('are refused when %s is %j', (field, value) => {
    expect(() => new AppCredentials({ ...init, [field]: value })).toThrow(ConfigError)
  })

  it('name an unset variable as the reason of a missing client id', () => {
    const clientId = undefined as never
    expect(() => new AppCredentials({ ...init, clientId })).toThrow(
      'AppCredentials.clientId must be text, not undefined. Pass the value from the page of the app at the network. If it comes from an environment variable, check that the variable is set.',
    )
    expect(() => new AppCredentials({ ...init, clientSecret: '[hidden]' })).toThrow(
      'is hidden. Save toRecord(app)',
    )
  })

  it('have the secret null for a public client, and refuse a missing secret', () => {
    const app = new AppCredentials({ ...init, clientSecret: null })

    expect(app.clientSecret).toBeNull()
    expect(JSON.parse(JSON.stringify(app))).toMatchObject({ clientSecret: null })
    expect(() => new AppCredentials({ ...init, clientSecret: undefined as never })).toThrow(ConfigError)
  })

  it('never print the secret, in any format', () => {
    const app = new AppCredentials(init)
    const shown = [inspect(app), JSON.stringify(app), JSON.stringify(Object.assign({}, app))]

    expect(shown.join(' ')).not.toContain('client-secret')
    expect(Object.isFrozen(app)).toBe(true)
  })
})
