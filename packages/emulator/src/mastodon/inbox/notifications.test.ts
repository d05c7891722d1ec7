import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let token: string

beforeEach(() => {
  server = new AtMastodon()
  token = server.signIn('ada')
})

const list = (query: Record<string, string> | [string, string][] = {}) =>
  server.call('GET /api/v1/notifications', { token, query })
const typesOf = (body: unknown): string[] => (body as { type: string }[]).map(({ type }) => type)
const mentions = (count: number): void => {
  for (let index = 0; index < count; index += 1)
    server.control.mention({ by: 'bo', of: 'ada', text: `${index}` })
}

describe('notifications a person receives', () => {
  it('is every kind, newest first, with account and status', async () => {
    const id = await server.post(token, { status: 'x' })
    server.control.follow({ by: 'bea', person: 'ada' })
    server.control.favourite({ by: 'bo', on: id })
    server.control.boost({ by: 'bo', on: id })
    server.control.quote({ by: 'dee', on: id, text: 'Look' })
    server.control.comment({ by: 'cleo', on: id, text: 'Nice' })
    const { body } = await list()
    expect(typesOf(body)).toEqual(['mention', 'quote', 'reblog', 'favourite', 'follow'])
    expect(body).toMatchObject([
      {
        account: { acct: 'cleo' },
        status: { in_reply_to_id: id },
        group_key: expect.stringMatching(/^ungrouped-\d+$/),
      },
      { status: { quote: { state: 'accepted', quoted_status: { id } } } },
      { account: { acct: 'bo@other.example' }, status: { id } },
      { group_key: expect.stringContaining(`favourite-${id}-`) },
      { account: { acct: 'bea' } },
    ])
    expect((body as object[])[4]).not.toHaveProperty('status')
  })

  it('does not include replies without a mention, own actions or actions of blocked people', async () => {
    const id = await server.post(token, { status: '@ada me' })
    server.control.post({ by: 'bea', text: 'no mention', replyTo: id })
    server.control.block({ by: 'ada', person: 'bo' })
    server.control.mention({ by: 'bo', of: 'ada', text: 'hello?' })
    expect((await list()).body).toEqual([])
  })

  it('may be filtered by policy, and requested nevertheless', async () => {
    server.control.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })
    expect((await list()).body).toEqual([])
    expect(typesOf((await list({ include_filtered: 'true' })).body)).toEqual(['mention'])
  })

  it('may be of an unknown kind, and without an account', async () => {
    server.control.notify({ person: 'ada', type: 'severed_relationships' })
    const { body } = await list()
    expect(body).toMatchObject([{ type: 'severed_relationships' }])
    expect((body as object[])[0]).not.toHaveProperty('account')
  })

  it('can be filtered by kind and person, and unknown kinds are ignored', async () => {
    const id = await server.post(token, { status: 'x' })
    server.control.favourite({ by: 'bo', on: id })
    server.control.mention({ by: 'bea', of: 'ada', text: 'hi' })
    expect(
      typesOf(
        (
          await list([
            ['types[]', 'mention'],
            ['types[]', 'teleport'],
          ])
        ).body,
      ),
    ).toEqual(['mention'])
    expect((await list([['types[]', 'teleport']])).body).toEqual([])
    expect(typesOf((await list([['exclude_types[]', 'mention']])).body)).toEqual(['favourite'])
    expect(typesOf((await list({ account_id: '109348684864960004' })).body)).toEqual(['favourite'])
  })
})

describe('paging', () => {
  it('pages forward without gaps by min_id, and with gaps by since_id', async () => {
    mentions(6)
    const ids = idsOf((await list()).body).toReversed()
    const forward = await list({ min_id: ids[0] ?? '', limit: '2' })
    const newest = await list({ since_id: ids[0] ?? '', limit: '2' })
    const older = await list({ max_id: ids[5] ?? '', limit: '2' })
    expect(idsOf(forward.body)).toEqual([ids[2], ids[1]])
    expect(idsOf(newest.body)).toEqual([ids[5], ids[4]])
    expect(idsOf(older.body)).toEqual([ids[4], ids[3]])
  })

  it('links both ways and keeps the requested kinds', async () => {
    mentions(1)
    const { body, headers } = await list([
      ['types[]', 'mention'],
      ['limit', '5'],
    ])
    const [id] = idsOf(body)
    expect(headers.get('link')).toBe(
      `<https://social.example/api/v1/notifications?types%5B%5D=mention&limit=5&max_id=${id}>; rel="next", ` +
        `<https://social.example/api/v1/notifications?types%5B%5D=mention&limit=5&min_id=${id}>; rel="prev"`,
    )
  })

  it('has 40 on a page, at most 80, and no link when there is nothing', async () => {
    expect((await list()).headers.get('link')).toBeNull()
    mentions(90)
    expect((await list()).body).toHaveLength(40)
    expect((await list({ limit: '500' })).body).toHaveLength(80)
    expect(await list({ limit: '-1' })).toMatchObject({ status: 400 })
  })
})

it('returns one, and clears all', async () => {
  mentions(2)
  const [id] = idsOf((await list()).body)
  expect((await server.call(`GET /api/v1/notifications/${id}`, { token })).body).toMatchObject({
    id,
    type: 'mention',
  })
  expect((await server.call('POST /api/v1/notifications/clear', { token })).body).toEqual({})
  expect((await server.call(`GET /api/v1/notifications/${id}`, { token })).status).toBe(404)
})
