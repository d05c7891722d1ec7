import { expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

it('lists the known people if a person is unknown', () => {
  expect(() => new AtMastodon().control.follow({ by: 'zoe', person: 'ada' })).toThrow(
    'There is no "zoe". There are: ada, bea, cleo, bo@other.example, dee@far.example.',
  )
})

it('lists the fields that an operation takes', () => {
  const { control } = new AtMastodon()
  expect(() => control.post({ by: 'bea', text: 'x', visibility: 'friends' })).toThrow('is not a visibility')
  expect(() => control.changePerson({ person: 'ada', login: 'GONE' })).toThrow('is not a login state')
  expect(() => control.setRateLimit({ rule: 'all', requests: 1 })).toThrow('Rules: perToken, perAccount')
  expect(() => control.favourite({ by: 'bea', on: '1' })).toThrow('There is no status "1"')
  expect(() => control.finishMedia({ id: '1' })).toThrow('There is no file "1"')
  expect(() => control.signIn({ person: 'bo' })).toThrow('is on another server')
})

it('does not approve a request that the server refuses', () => {
  const url = 'https://social.example/oauth/authorize?client_id=x'
  expect(() => new AtMastodon().control.approve({ url, person: 'ada' })).toThrow(
    'the redirect URI is not trusted',
  )
})

it('shows the state without secrets', async () => {
  const server = new AtMastodon()
  const { accessToken, clientSecret } = server.control.signIn({ person: 'ada' })
  await server.post(accessToken, { status: 'Hello' })
  server.control.follow({ by: 'bea', person: 'ada' })
  const shown = JSON.stringify(server.control.state())
  expect(shown).toContain('<p>Hello</p>')
  expect(shown).not.toContain(accessToken)
  expect(shown).not.toContain(clientSecret)
})

it('adds and removes follows', async () => {
  const server = new AtMastodon()
  const token = server.signIn('ada')
  const followers = async (): Promise<unknown> =>
    (await server.call('GET /api/v1/accounts/verify_credentials', { token })).body
  for (let times = 0; times < 2; times += 1) server.control.follow({ by: 'bea', person: 'ada' })
  expect(await followers()).toMatchObject({ followers_count: 1 })
  server.control.unfollow({ by: 'bea', person: 'ada' })
  expect(await followers()).toMatchObject({ followers_count: 0 })
})

it('adds people on this server and on others', async () => {
  const server = new AtMastodon()
  expect(server.control.addPerson({ username: 'zoe', displayName: 'Zoë' })).toMatchObject({ acct: 'zoe' })
  expect(server.control.addPerson({ username: 'zoe', host: 'b.example' })).toMatchObject({
    acct: 'zoe@b.example',
  })
  const { status } = await server.call('GET /api/v1/accounts/verify_credentials', {
    token: server.signIn('zoe'),
  })
  expect(status).toBe(200)
})
