import { expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

const GOOD = { client_name: 'Tester', redirect_uris: 'https://app.example/cb', scopes: 'read write push' }

it('registers an app and gives it an id and a secret', async () => {
  const { status, body } = await new AtMastodon().call('POST /api/v1/apps', {
    form: { ...GOOD, website: 'https://app.example' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Tester',
    website: 'https://app.example',
    redirect_uri: 'https://app.example/cb',
    redirect_uris: ['https://app.example/cb'],
    scopes: ['read', 'write', 'push'],
    client_id: expect.stringMatching(/^[\w-]{43}$/),
    client_secret: expect.stringMatching(/^[\w-]{43}$/),
    client_secret_expires_at: 0,
  })
})

it('accepts several redirect URIs, as a list or one per line', async () => {
  const server = new AtMastodon()
  const uris = ['https://app.example/a', 'https://app.example/b']
  const asList = await server.call('POST /api/v1/apps', { json: { ...GOOD, redirect_uris: uris } })
  const asLines = await server.call('POST /api/v1/apps', {
    form: { ...GOOD, redirect_uris: uris.join('\n') },
  })
  expect(asList.body).toMatchObject({ redirect_uris: uris })
  expect(asLines.body).toMatchObject({ redirect_uris: uris })
})

it.each([
  [{ redirect_uris: 'app.example/cb' }, 'Redirect URI must be an absolute URI.'],
  [{ redirect_uris: 'https://app.example/#part' }, 'Redirect URI cannot contain a fragment.'],
  [{ redirect_uris: 'javascript:alert(1)' }, 'Redirect URI is forbidden by the server.'],
  [{ redirect_uris: '' }, "Redirect URI can't be blank"],
  [{ client_name: '' }, "Name can't be blank"],
  [{ client_name: 'x'.repeat(61) }, 'Name is too long (maximum is 60 characters)'],
  [{ scopes: 'read fly' }, "Scopes doesn't match configured on the server."],
  [{ website: 'app.example' }, 'Website is invalid'],
])('refuses %o with 422: %s', async (wrong, sentence) => {
  const { status, body } = await new AtMastodon().call('POST /api/v1/apps', { form: { ...GOOD, ...wrong } })
  expect([status, body]).toEqual([422, { error: `Validation failed: ${sentence}` }])
})

it('names every problem in one message', async () => {
  const { body } = await new AtMastodon().call('POST /api/v1/apps', { form: { redirect_uris: 'x' } })
  expect(body).toEqual({
    error: "Validation failed: Name can't be blank, Redirect URI must be an absolute URI.",
  })
})

it("returns an app's own data", async () => {
  const server = new AtMastodon()
  const { body } = await server.call('GET /api/v1/apps/verify_credentials', { token: server.signIn('ada') })
  expect(body).toMatchObject({ name: 'Signed in by the emulator', scopes: ['read', 'write', 'push'] })
})

it('makes the same ids and secrets in every run, and others with another seed', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => (await new AtMastodon().call('POST /api/v1/apps', { form: GOOD })).body),
  )
  expect(first).toEqual(second)
})
