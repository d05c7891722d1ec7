import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, idOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let ada: string

beforeEach(() => {
  server = new AtMastodon()
  ada = server.signIn('ada')
})

const create = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  server.call('POST /api/v1/statuses', { token: ada, form, headers })

describe('a new status', () => {
  it('is accepted as a form and as JSON', async () => {
    const fields = { status: 'Hello ✨', visibility: 'unlisted', spoiler_text: 'Glitter', language: 'de' }
    const form = await create({ ...fields, sensitive: 'false' })
    const json = await server.call('POST /api/v1/statuses', {
      token: ada,
      json: { ...fields, sensitive: false },
    })
    for (const { body } of [form, json])
      expect(body).toMatchObject({
        content: '<p>Hello ✨</p>',
        visibility: 'unlisted',
        spoiler_text: 'Glitter',
        sensitive: true,
        language: 'de',
        application: { name: 'Signed in by the emulator', website: null },
        account: { acct: 'ada' },
      })
  })

  it('has an id beyond 2^53 that grows with time', async () => {
    const first = await server.post(ada, { status: 'one' })
    server.clock.advance(-60)
    const second = await server.post(ada, { status: 'two' })
    expect(BigInt(first)).toBeGreaterThan(2n ** 53n)
    expect(BigInt(second)).toBeGreaterThan(BigInt(first))
  })

  it("has the person's default settings if none are sent", async () => {
    server.control.changePerson({
      person: 'ada',
      defaultVisibility: 'private',
      defaultSensitive: true,
      defaultLanguage: 'fr',
    })
    const { body } = await create({ status: 'x', language: 'not a language' })
    expect(body).toMatchObject({ visibility: 'private', sensitive: true, language: 'fr' })
  })

  it('of a silenced person is unlisted', async () => {
    server.control.changePerson({ person: 'ada', silenced: true })
    expect((await create({ status: 'x' })).body).toMatchObject({ visibility: 'unlisted' })
  })

  it('uses the warning as the text if there is none', async () => {
    expect((await create({ spoiler_text: 'only this' })).body).toMatchObject({
      content: '<p>only this</p>',
      spoiler_text: '',
    })
  })

  it.each([
    [{ status: '' }, "Validation failed: Text can't be blank"],
    [{ status: ' ' }, "Validation failed: Text can't be blank"],
    [{ status: 'a'.repeat(501) }, 'Validation failed: Text character limit of 500 exceeded'],
    [
      { status: 'a'.repeat(490), spoiler_text: 'b'.repeat(11) },
      'Validation failed: Text character limit of 500 exceeded',
    ],
    [{ status: 'x', visibility: 'friends' }, 'Validation failed: Visibility is not included in the list'],
    [{ status: 'x', scheduled_at: 'tomorrow' }, 'Invalid date supplied'],
    [
      { status: 'x', quote_approval_policy: 'all' },
      'Validation failed: Quote approval policy is not included in the list',
    ],
  ])('is refused with 422: %o', async (form, error) => {
    const { status, body } = await create(form)
    expect([status, body]).toEqual([422, { error }])
  })

  it('may have more letters than the counted maximum', async () => {
    const text = `${'👨‍👩‍👧‍👦'.repeat(450)} https://example.com/${'a'.repeat(400)} @bo@a.very.long.server.example`
    expect((await create({ status: text })).status).toBe(200)
  })

  it('is refused if the body is not valid JSON', async () => {
    const { response } = await server.network.exchange(
      new Request('https://social.example/api/v1/statuses', {
        method: 'POST',
        headers: { authorization: `Bearer ${ada}`, 'content-type': 'application/json' },
        body: '{',
      }),
    )
    expect(response.status).toBe(400)
  })
})

describe('a reply', () => {
  it('contains its parent, and a reply to oneself contains the person addressed before', async () => {
    const { id } = server.control.post({ by: 'bea', text: 'Question' })
    const reply = await create({ status: '@bea Answer', in_reply_to_id: id })
    const more = await create({ status: 'And also', in_reply_to_id: idOf(reply.body) })
    const bea = (reply.body as { in_reply_to_account_id: string }).in_reply_to_account_id
    expect(reply.body).toMatchObject({ in_reply_to_id: id, mentions: [{ acct: 'bea' }] })
    expect(more.body).toMatchObject({ in_reply_to_id: idOf(reply.body), in_reply_to_account_id: bea })
  })

  it('to a missing or invisible status is 404', async () => {
    const { id } = server.control.message({ by: 'bea', to: ['bo'], text: 'secret' })
    const error = 'The post you are trying to reply to does not appear to exist.'
    for (const parent of ['123', id])
      expect(await create({ status: 'x', in_reply_to_id: parent })).toMatchObject({
        status: 404,
        body: { error },
      })
  })
})

describe('a quote', () => {
  it('shows the quoted status, and links it for clients without quotes', async () => {
    const { id } = server.control.post({ by: 'bea', text: 'Wise words' })
    const { body } = await create({ status: 'Look', quoted_status_id: id })
    expect(body).toMatchObject({
      content: expect.stringMatching(
        /^<p class="quote-inline">RE: <a href="https:\/\/social\.example\/@bea\/\d+".*<p>Look<\/p>$/,
      ),
      quote: { state: 'accepted', quoted_status: { id, content: '<p>Wise words</p>', quotes_count: 1 } },
    })
    server.control.deleteStatus({ id })
    const { body: after } = await server.call(`GET /api/v1/statuses/${idOf(body)}`, { token: ada })
    expect(after).toMatchObject({ quote: { state: 'deleted', quoted_status: null } })
  })

  it('requires consent, and a quoted status', async () => {
    const own = await server.post(server.signIn('bea'), { status: 'Mine', quote_approval_policy: 'nobody' })
    expect(await create({ status: 'x', quoted_status_id: own })).toMatchObject({ status: 403 })
    expect(await create({ status: 'x', quoted_status_id: '1' })).toMatchObject({
      status: 404,
      body: { error: 'The post you are trying to quote does not appear to exist.' },
    })
    const { id } = server.control.post({ by: 'bea', text: 'Public' })
    expect(await create({ status: 'psst', visibility: 'direct', quoted_status_id: id })).toMatchObject({
      status: 422,
    })
  })
})

const visible = async (id: string, token?: string): Promise<number> =>
  (await server.call(`GET /api/v1/statuses/${id}`, token === undefined ? {} : { token })).status

describe('visibility of a status', () => {
  it('depends on its setting', async () => {
    const [bea, cleo] = [server.signIn('bea'), server.signIn('cleo')]
    server.control.follow({ by: 'bea', person: 'ada' })
    const followers = await server.post(ada, { status: 'x', visibility: 'private' })
    const direct = await server.post(ada, { status: '@cleo psst', visibility: 'direct' })
    expect(
      await Promise.all([visible(followers), visible(followers, bea), visible(followers, cleo)]),
    ).toEqual([404, 200, 404])
    expect(await Promise.all([visible(direct), visible(direct, bea), visible(direct, cleo)])).toEqual([
      404, 404, 200,
    ])
  })

  it('is not a person whom its author blocks', async () => {
    const id = await server.post(ada, { status: 'x' })
    const bea = server.signIn('bea')
    server.control.block({ by: 'ada', person: 'bea' })
    expect(await visible(id, bea)).toBe(404)
    server.control.unblock({ by: 'ada', person: 'bea' })
    expect(await visible(id, bea)).toBe(200)
  })
})

describe('deleting', () => {
  it('returns the text, once, and only to the author', async () => {
    const id = await server.post(ada, { status: 'Oops <3' })
    expect((await server.call(`DELETE /api/v1/statuses/${id}`, { token: server.signIn('bea') })).status).toBe(
      404,
    )
    const { body } = await server.call(`DELETE /api/v1/statuses/${id}`, { token: ada })
    expect(body).toMatchObject({ id, text: 'Oops <3' })
    expect((await server.call(`DELETE /api/v1/statuses/${id}`, { token: ada })).status).toBe(404)
  })

  it('removes likes, boosts and notifications', async () => {
    const id = await server.post(ada, { status: 'x' })
    server.control.boost({ by: 'bea', on: id })
    server.control.favourite({ by: 'bea', on: id })
    const { body } = await server.call(`GET /api/v1/statuses/${id}`, { token: ada })
    expect(body).toMatchObject({ reblogs_count: 1, favourites_count: 1 })
    await server.call(`DELETE /api/v1/statuses/${id}`, { token: ada })
    expect((await server.call('GET /api/v1/notifications', { token: ada })).body).toEqual([])
    expect(server.control.state().statuses).toEqual([])
  })
})
