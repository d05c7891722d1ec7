import { expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

it('returns its limits in both forms', async () => {
  const server = new AtMastodon({ limits: { characters: 5000 } })
  const second = await server.call('GET /api/v2/instance')
  const first = await server.call('GET /api/v1/instance')
  expect(second.body).toMatchObject({
    domain: 'social.example',
    api_versions: { mastodon: 10 },
    configuration: {
      statuses: { max_characters: 5000, max_media_attachments: 4, characters_reserved_per_url: 23 },
      media_attachments: { image_size_limit: 16_777_216, description_limit: 1500 },
    },
  })
  expect(first.body).toMatchObject({ configuration: { statuses: { max_characters: 5000 } } })
})

it('has only the older form if configured, and can omit its version', async () => {
  const server = new AtMastodon({ instanceV2: false })
  expect((await server.call('GET /api/v2/instance')).status).toBe(404)
  expect((await server.call('GET /api/v1/instance')).status).toBe(200)
  const { network } = new AtMastodon({ apiVersion: null })
  const { response } = await network.exchange(new Request('https://social.example/api/v2/instance'))
  expect(await response.json()).not.toHaveProperty('api_versions')
})

it('returns the sign-in URLs', async () => {
  const { body } = await new AtMastodon().call('GET /.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    token_endpoint: 'https://social.example/oauth/token',
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
  })
})

it('returns 404 for unknown paths', async () => {
  expect(await new AtMastodon().call('GET /api/v1/timelines/public')).toMatchObject({
    status: 404,
    body: { error: 'Not Found' },
  })
})
