import { ConfigError, PlatformError } from '@social/core/platform'
import { aLoginCall, type LoginCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import apps from './__fixtures__/apps.ok.json' with { type: 'json' }
import { mastodon } from './platform.js'

const callOf = (replies: LoginCallSettings['replies'] = {}) => aLoginCall({ platform: mastodon(), replies })

describe('an app is registered', () => {
  const request = {
    name: 'My App',
    redirectUri: 'https://app.example/callback',
    host: 'https://social.example/',
    scopes: [],
    website: null,
  }

  // Holds R-0142, R-0286.
  it('with one request, for the default scopes of a sign-in', async () => {
    const call = callOf({ 'POST /api/v1/apps': apps })

    const made = await mastodon({ website: 'https://app.example' }).createApp(request, call)

    expect(call.transport.paths).toEqual(['POST /api/v1/apps'])
    expect(call.transport.requests[0]?.form).toEqual({
      client_name: 'My App',
      redirect_uris: 'https://app.example/callback?server=social.example',
      scopes: 'read write push',
      website: 'https://app.example',
    })
    expect(made).toMatchObject({ platform: 'mastodon', host: 'social.example', clientId: apps.client_id })
    expect(made.clientSecret).toBe(apps.client_secret)
  })

  it('with configured scopes and home page', async () => {
    const call = callOf({ 'POST /api/v1/apps': apps })

    await mastodon().createApp({ ...request, scopes: ['read'], website: 'https://b.example' }, call)

    expect(call.transport.requests[0]?.form).toMatchObject({ scopes: 'read', website: 'https://b.example' })
  })

  it.each([{ client_id: 'a' }, { client_secret: 'a' }])('not when the server returns %j', async (body) => {
    const call = callOf({ 'POST /api/v1/apps': body })

    await expect(mastodon().createApp(request, call)).rejects.toThrow(PlatformError)
  })

  it('not without a server', async () => {
    await expect(mastodon().createApp({ ...request, host: null }, callOf())).rejects.toThrow(ConfigError)
  })
})
