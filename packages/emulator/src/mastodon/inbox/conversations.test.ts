import { beforeEach, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let token: string

beforeEach(() => {
  server = new AtMastodon()
  token = server.signIn('ada')
})

const list = async (query: Record<string, string> = {}) =>
  server.call('GET /api/v1/conversations', { token, query })

it('starts with a direct status, and is unread until it is read', async () => {
  const { id } = server.control.message({ by: 'bo', to: ['ada'], text: 'Hello' })
  const { body } = await list()
  expect(body).toMatchObject([
    { unread: true, accounts: [{ acct: 'bo@other.example' }], last_status: { id } },
  ])
  const [conversation] = idsOf(body)
  const read = await server.call(`POST /api/v1/conversations/${conversation}/read`, { token })
  expect(read.body).toMatchObject({ unread: false })
  expect((await list()).body).toMatchObject([{ unread: false }])
})

it('continues in the same thread with the same people, and another person starts a new one', async () => {
  const { id } = server.control.message({ by: 'bo', to: ['ada'], text: 'Hello' })
  const answer = await server.post(token, {
    status: '@bo@other.example Hi',
    visibility: 'direct',
    in_reply_to_id: id,
  })
  expect((await list()).body).toMatchObject([{ unread: false, last_status: { id: answer } }])
  server.control.message({ by: 'bo', to: ['ada', 'bea'], text: 'All', replyTo: answer })
  const { body } = await list()
  expect(body).toMatchObject([
    { accounts: [{ acct: 'bea' }, { acct: 'bo@other.example' }] },
    { last_status: { id: answer } },
  ])
})

it('with oneself contains oneself', async () => {
  await server.post(token, { status: 'Note to me', visibility: 'direct' })
  expect((await list()).body).toMatchObject([{ unread: false, accounts: [{ acct: 'ada' }] }])
})

it('is sorted and paged by its last status', async () => {
  const first = server.control.message({ by: 'bo', to: ['ada'], text: 'one' })
  server.control.message({ by: 'dee', to: ['ada'], text: 'two' })
  const latest = server.control.message({ by: 'bo', to: ['ada'], text: 'three', replyTo: first.id })
  const page = await list({ limit: '1' })
  expect(page.body).toMatchObject([{ last_status: { id: latest.id } }])
  expect(page.headers.get('link')).toContain(`max_id=${latest.id}>; rel="next"`)
  expect((await list({ limit: '1', max_id: latest.id })).body).toMatchObject([
    { accounts: [{ acct: 'dee@far.example' }] },
  ])
})

it('can be removed from the list, and belongs to one person only', async () => {
  server.control.message({ by: 'bea', to: ['ada'], text: 'one' })
  const [id] = idsOf((await list()).body)
  const bea = server.signIn('bea')
  expect((await server.call(`DELETE /api/v1/conversations/${id}`, { token: bea })).status).toBe(404)
  expect((await server.call(`DELETE /api/v1/conversations/${id}`, { token })).body).toEqual({})
  expect((await list()).body).toEqual([])
  expect((await server.call('GET /api/v1/conversations', { token: bea })).body).toHaveLength(1)
})
