import { beforeEach, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let token: string

beforeEach(() => {
  server = new AtMastodon()
  token = server.signIn('ada')
})

it('likes once for repeated requests, and removes the like', async () => {
  const { id } = server.control.post({ by: 'bea', text: 'x' })
  for (let times = 0; times < 2; times += 1) {
    const { body } = await server.call(`POST /api/v1/statuses/${id}/favourite`, { token })
    expect(body).toMatchObject({ id, favourited: true, favourites_count: 1 })
  }
  for (let times = 0; times < 2; times += 1) {
    const { body } = await server.call(`POST /api/v1/statuses/${id}/unfavourite`, { token })
    expect(body).toMatchObject({ favourited: false, favourites_count: 0 })
  }
})

it('returns 403 for one’s own block and 404 for the block of the other person', async () => {
  const { id } = server.control.post({ by: 'bea', text: 'x' })
  server.control.block({ by: 'ada', person: 'bea' })
  expect(await server.call(`POST /api/v1/statuses/${id}/favourite`, { token })).toMatchObject({
    status: 403,
    body: { error: 'This action is not allowed' },
  })
  server.control.block({ by: 'bea', person: 'ada' })
  expect((await server.call(`POST /api/v1/statuses/${id}/favourite`, { token })).status).toBe(404)
})

it('lists people who liked, newest first, paged by ids that the response does not contain', async () => {
  const id = await server.post(token, { status: 'x' })
  for (const by of ['bea', 'bo', 'dee']) server.control.favourite({ by, on: id })
  const first = await server.call(`GET /api/v1/statuses/${id}/favourited_by`, {
    token,
    query: { limit: '2' },
  })
  const links = [...(first.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(
    ([, url = '', rel]) => [rel, Object.fromEntries(new URL(url).searchParams)],
  )
  expect((first.body as { acct: string }[]).map(({ acct }) => acct)).toEqual([
    'dee@far.example',
    'bo@other.example',
  ])
  expect(links).toEqual([
    ['next', { limit: '2', max_id: '9007199254780002' }],
    ['prev', { limit: '2', since_id: '9007199254780003' }],
  ])
  expect(idsOf(first.body)).not.toContain('9007199254780002')
  const second = await server.call(`GET /api/v1/statuses/${id}/favourited_by`, {
    query: { max_id: '9007199254780002' },
  })
  expect((second.body as { acct: string }[]).map(({ acct }) => acct)).toEqual(['bea'])
})
