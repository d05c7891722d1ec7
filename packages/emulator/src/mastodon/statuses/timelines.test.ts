import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let token: string
let accountId: string

beforeEach(() => {
  server = new AtMastodon()
  ;({ accessToken: token, accountId } = server.control.signIn({ person: 'ada' }))
})

const list = async (query: Record<string, string> = {}, reader: string | null = token) =>
  idsOf(
    (
      await server.call(`GET /api/v1/accounts/${accountId}/statuses`, {
        query,
        ...(reader !== null && { token: reader }),
      })
    ).body,
  )

describe('the statuses of an account', () => {
  it('are listed newest first, if they are visible', async () => {
    const open = await server.post(token, { status: 'Open' })
    const followers = await server.post(token, { status: 'Followers', visibility: 'private' })
    const direct = await server.post(token, { status: 'Me', visibility: 'direct' })
    expect(await list()).toEqual([direct, followers, open])
    expect(await list({}, server.signIn('bea'))).toEqual([open])
    expect(await list({}, null)).toEqual([open])
  })

  it('can be requested without replies and boosts, and are paged', async () => {
    const { id: foreign } = server.control.post({ by: 'bea', text: 'x' })
    const own = await server.post(token, { status: 'Own' })
    const thread = await server.post(token, { status: 'And more', in_reply_to_id: own })
    const answer = await server.post(token, { status: '@bea y', in_reply_to_id: foreign })
    const { id: boost } = server.control.boost({ by: 'ada', on: foreign })
    expect(await list()).toEqual([boost, answer, thread, own])
    expect(await list({ exclude_reblogs: 'true' })).toEqual([answer, thread, own])
    expect(await list({ exclude_reblogs: '1', exclude_replies: 'true' })).toEqual([thread, own])
    expect(await list({ only_media: 'true' })).toEqual([])
    expect(await list({ pinned: 'true' })).toEqual([])
    expect(await list({ limit: '1', max_id: answer })).toEqual([thread])
    expect(await list({ min_id: own, limit: '1' })).toEqual([thread])
  })

  it('are 404 without a token, and 401 for a bad token', async () => {
    expect((await server.call('GET /api/v1/accounts/1/statuses', { token })).status).toBe(404)
    const path = `GET /api/v1/accounts/${accountId}/statuses`
    expect((await server.call(path, { token: 'nonsense' })).status).toBe(401)
  })
})

it('home contains own statuses and those of followed people', async () => {
  const { id } = server.control.post({ by: 'bea', text: 'x' })
  server.control.post({ by: 'bo', text: 'y' })
  const own = await server.post(token, { status: 'Own' })
  const home = async () => idsOf((await server.call('GET /api/v1/timelines/home', { token })).body)
  expect(await home()).toEqual([own])
  server.control.follow({ by: 'ada', person: 'bea' })
  expect(await home()).toEqual([own, id])
  expect((await server.call('GET /api/v1/timelines/home')).status).toBe(401)
})
