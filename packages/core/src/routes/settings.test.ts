import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { FakeRoutesClient } from './__fixtures__/fake-routes-client.js'
import { readSettings } from './settings.js'

const redirectUri = 'https://app.example/social/callback/{platform}'
const deliver = () => {}
const read = (options: Record<string, unknown>) =>
  readSettings(new FakeRoutesClient(), { redirectUri, ...options })

describe('the options of the routes', () => {
  it('require only a redirectUri', () => {
    const settings = read({})
    expect(settings).toMatchObject({
      baseUrl: 'https://app.example/social',
      prefix: '/social',
      bind: 'cookie',
      maxBodyBytes: 16_777_216,
    })
  })

  it('accept a base URL and a prefix that differ from redirectUri', () => {
    expect(read({ redirectUri: 'https://app.example/{platform}/back' })).toMatchObject({
      baseUrl: 'https://app.example',
      prefix: '',
    })
    expect(read({ baseUrl: 'https://api.example/v1/', prefix: 'social/' })).toMatchObject({
      baseUrl: 'https://api.example/v1',
      prefix: '/social',
    })
    expect(read({ prefix: '/' }).prefix).toBe('')
  })

  // Holds R-0183.
  it('are refused if invalid', () => {
    for (const [options, message] of [
      [{ redirectUri: 'https://app.example/callback/fake' }, '{platform}'],
      [{ redirectUri: '/callback/{platform}' }, 'redirectUri'],
      [{ redirectUri: 'ftp://app.example/{platform}' }, 'redirectUri'],
      [{ redirectUri: undefined }, '{platform}'],
      [{ secrets: { fake: 's' } }, 'deliver'],
      [{ secrets: { fake: '' }, deliver }, 'secrets.fake'],
      [{ secrets: { fake: [] }, deliver }, 'secrets.fake'],
      [{ secrets: { unknown: 's' }, deliver }, 'secrets.unknown'],
      [{ scopes: { unknown: [] } }, 'scopes.unknown'],
      [{ scopes: { constructor: [] } }, 'scopes.constructor'],
      [{ setupTokens: { fake: '' } }, 'setupTokens.fake'],
      [{ bind: 'session' }, 'bind'],
      [{ maxBodyBytes: 0 }, 'maxBodyBytes'],
      [{ maxBodyBytes: 1.5 }, 'maxBodyBytes'],
      [{ maxBodySeconds: 0 }, 'maxBodySeconds'],
      [{ maxBodySeconds: Infinity }, 'maxBodySeconds'],
      [{ deliver: {} }, 'deliver'],
      [{ finished: '/done' }, 'finished'],
      [{ baseUrl: 'app.example' }, 'baseUrl'],
      [{ redirectOrigins: ['https://www.app.example/path'] }, 'redirectOrigins'],
      [{ redirectOrigins: ['www.app.example'] }, 'redirectOrigins'],
      [{ redirect_uri: 'x' }, 'Did you mean "redirectUri"?'],
      [{ secret: {} }, 'Did you mean "secrets"?'],
      [{ zzz: 1 }, 'It takes: redirectUri'],
    ] as const) {
      expect(() => read(options)).toThrow(ConfigError)
      expect(() => read(options)).toThrow(message)
    }
  })
})
