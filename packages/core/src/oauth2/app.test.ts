import { describe, expect, it } from 'vitest'

import { AppCredentials } from '../models/index.js'
import { clientFields, grantedScopes, assertApp, scopesOf } from './app.js'

const app = new AppCredentials({ platform: 'x', clientId: 'id', clientSecret: 'secret' })

describe('the app of a sign-in', () => {
  it('is the stored app, otherwise an error with the advice', () => {
    const context = { platform: 'tube', advice: 'Make an OAuth client in the console.' }

    expect(assertApp(app, context)).toBe(app)
    expect(() => assertApp(null, context)).toThrow(
      'No app is stored for tube. Make an OAuth client in the console. Save the app with Storage.saveApp.',
    )
    expect(() => assertApp(null, context)).toThrow(
      expect.objectContaining({ code: 'CONFIG', platform: 'tube' }),
    )
  })

  it('authenticates in a form', () => {
    expect(clientFields(app)).toEqual({ client_id: 'id', client_secret: 'secret' })
    const publicClient = new AppCredentials({ platform: 'x', clientId: 'id', clientSecret: null })
    expect(clientFields(publicClient)).toEqual({ client_id: 'id', client_secret: null })
  })
})

describe('scopes', () => {
  it('are those of the application, or the defaults', () => {
    expect(scopesOf({ scopes: ['a'] }, ['b'])).toEqual(['a'])
    expect(scopesOf({ scopes: [] }, ['b'])).toEqual(['b'])
  })

  it('are granted as in the response, or as requested if it has no scope', () => {
    expect(grantedScopes(' a, b  c', ['x'])).toEqual(['a', 'b', 'c'])
    expect(grantedScopes(null, ['x'])).toEqual(['x'])
  })
})
