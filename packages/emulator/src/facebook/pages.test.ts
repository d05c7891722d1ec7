import { describe, expect, it } from 'vitest'

import { AppServer } from '../__fixtures__/app-server.js'
import { AtFacebook } from '../__fixtures__/at-facebook.js'
import { type Answer, idOf, REDIRECT_URI, refusalOf, messageOf } from '../__fixtures__/at-graph.js'

const SCOPE = 'pages_show_list,pages_read_engagement,pages_manage_posts'
const tokenIn = ({ body }: Answer): string => (body as { access_token: string }).access_token // safe cast: a wrong shape fails the test that uses the token

function codeFor(
  at: AtFacebook,
  more: { readonly without?: string[]; readonly withoutPages?: string[] } = {},
): string {
  const url = new URL('/www/v26.0/dialog/oauth', at.network.origin)
  const params = {
    client_id: at.control.app().appId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: SCOPE,
    state: 's',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  const { location } = at.control.approve({ url: url.href, person: 'Ada', ...more })
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

function exchange(at: AtFacebook, params: Readonly<Record<string, string>>): Promise<Answer> {
  const { appId, appSecret } = at.control.app()
  const query = new URLSearchParams({ client_id: appId, client_secret: appSecret, ...params })
  return at.call(`GET oauth/access_token?${query.toString()}`)
}

async function longToken(at: AtFacebook, code: string): Promise<string> {
  const short = await exchange(at, { redirect_uri: REDIRECT_URI, code })
  return tokenIn(await exchange(at, { grant_type: 'fb_exchange_token', fb_exchange_token: tokenIn(short) }))
}

describe('a sign-in', () => {
  it('lists the selected pages with their own tokens', async () => {
    await using at = await AtFacebook.open()
    const token = await longToken(at, codeFor(at, { withoutPages: ["Ada's Flowers"] }))
    const list = await at.get(
      'me/accounts?fields=id,name,category,access_token,picture{url}&limit=100',
      token,
    )
    const page = (list.body as { data: { access_token: string }[] }).data[0]?.access_token ?? ''

    expect(list.body).toEqual({
      data: [
        {
          id: at.pageId,
          name: "Ada's Cakes",
          category: 'Bakery',
          access_token: page,
          picture: { data: { url: expect.any(String) } },
        },
      ],
      paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
    })
    expect((await at.get('me?fields=id', page)).body).toEqual({ id: at.pageId })
    expect((await at.get('me?fields=id,name', token)).body).toMatchObject({ name: 'Ada' })
    expect((await at.get(`${at.pageId}?fields=id,access_token`, token)).body).toEqual({
      id: at.pageId,
      access_token: page,
    })
    at.clock.advance(6_000_000)
    expect((await at.get('me?fields=id', page)).status).toBe(200)
    expect(refusalOf(await at.get('me?fields=id', token))).toEqual([400, 190, 463])
  })

  it('lists pages with paging, and no pages for a person without any', async () => {
    await using at = await AtFacebook.open()
    const first = await at.get('me/accounts?fields=id&limit=1', at.personToken)
    const { paging } = first.body as { paging: { cursors: { after: string }; next: string } } // safe cast: a wrong shape fails the assertions below
    const second = await at.get(`me/accounts?fields=id&limit=1&after=${paging.cursors.after}`, at.personToken)

    expect(paging.next).toContain('after=')
    expect(second.text).not.toContain('"next"')
    const none = at.control.signIn({ person: 'Cleo', page: "Ada's Cakes" }).personToken
    expect((await at.get('me/accounts?fields=id', none)).body).toEqual({ data: [] })
  })

  it('refuses a used code, a wrong secret, and a deselected permission', async () => {
    await using at = await AtFacebook.open()
    await at.control.removeApp({ person: 'Ada' })
    const code = codeFor(at, { without: ['pages_show_list'] })
    const token = await longToken(at, code)

    expect(refusalOf(await exchange(at, { redirect_uri: REDIRECT_URI, code }))).toEqual([400, 100, 36_009])
    expect(refusalOf(await exchange(at, { client_secret: 'x', redirect_uri: REDIRECT_URI, code }))).toEqual([
      400,
      1,
      undefined,
    ])
    const answer = await at.get('me/accounts', token)
    expect([...refusalOf(answer), messageOf(answer)]).toEqual([
      403,
      200,
      undefined,
      '(#200) This action requires the pages_show_list permission',
    ])
  })

  it('ends when the person loses the role, removes the app, or revokes the permissions', async () => {
    await using at = await AtFacebook.open()
    at.control.removeRole({ person: 'Ada', page: "Ada's Cakes" })
    expect(refusalOf(await at.get('me'))).toEqual([400, 190, 492])
    expect((await at.call('DELETE me/permissions', { token: at.personToken })).body).toEqual({
      success: true,
    })
    expect(refusalOf(await at.get('me', at.personToken))).toEqual([400, 190, 458])
  })

  it('reports a revoked permission: to read comments, and to post', async () => {
    await using at = await AtFacebook.open()
    const post = await at.post()
    at.control.removePermission({ person: 'Ada', permission: 'pages_read_user_content' })
    at.control.removePermission({ person: 'Ada', permission: 'pages_manage_posts' })

    expect(messageOf(await at.get(`${post}/comments`))).toBe(
      '(#10) This action requires the pages_read_user_content permission',
    )
    expect(messageOf(await at.send(`${at.pageId}/feed`, { message: 'x' }))).toBe(
      '(#200) This action requires the pages_manage_posts permission',
    )
    expect(
      refusalOf(await at.call(`POST ${at.pageId}/feed`, { token: at.personToken, form: { message: 'x' } })),
    ).toEqual([403, 200, undefined])
  })
})

describe('comments and reactions', () => {
  it('are counted in one request, and a video has no shares', async () => {
    await using at = await AtFacebook.open()
    const post = await at.post()
    at.control.react({ by: 'Zoe', on: post })
    at.control.react({ by: 'Yan', on: post, type: 'LOVE' })
    at.control.comment({ by: 'Zoe', on: post, text: 'Nice' })
    at.control.setShares({ id: post, shares: 2 })
    const fields = 'id,reactions.limit(0).summary(true),comments.limit(0).summary(true)'

    expect((await at.get(`${post}?fields=${fields},shares`)).body).toEqual({
      id: post,
      reactions: { data: [], summary: { total_count: 2, viewer_reaction: 'NONE' } },
      comments: { data: [], summary: { order: 'ranked', total_count: 1, can_comment: true } },
      shares: { count: 2 },
    })
    const video = idOf(await at.send(`${at.pageId}/videos`, { file_url: at.video() }))
    expect((await at.get(`${video}?fields=${fields}`)).status).toBe(200)
    expect(messageOf(await at.get(`${video}?fields=shares`))).toContain(
      'nonexisting field (shares) on node type (Video)',
    )
  })

  it('are listed with replies, and the page replies to, hides, edits and deletes them', async () => {
    await using at = await AtFacebook.open()
    const post = await at.post()
    const { id } = at.control.comment({ by: 'Zoe', on: post, text: 'Nice' })
    const answer = idOf(await at.send(`${id}/comments`, { message: 'Thanks' }))
    const fields = 'id,message,created_time,from,parent{id},permalink_url'

    const stream = await at.get(
      `${post}/comments?filter=stream&order=reverse_chronological&fields=${fields}&limit=100`,
    )
    expect(stream.body).toMatchObject({
      data: [
        { id: answer, message: 'Thanks', from: { id: at.pageId, name: "Ada's Cakes" }, parent: { id } },
        { id, message: 'Nice', created_time: '2026-11-22T12:00:00+0000', from: { name: 'Zoe' } },
      ],
    })
    expect((await at.get(`${post}/comments?fields=id`)).body).toMatchObject({ data: [{ id }] })
    expect((await at.send(id, { is_hidden: 'true' })).body).toEqual({ success: true })
    expect((await at.get(`${id}?fields=is_hidden`)).body).toEqual({ is_hidden: true, id })
    expect(refusalOf(await at.send(id, { message: 'Mine now' }))).toEqual([400, 100, undefined])
    expect((await at.send(answer, { message: 'Thank you' })).status).toBe(200)
    expect((await at.call(`DELETE ${id}`, { token: at.token })).status).toBe(200)
    expect(at.control.state().comments).toEqual([])
  })

  it('can be liked twice and unliked twice', async () => {
    await using at = await AtFacebook.open()
    const post = await at.post()
    const { id } = at.control.comment({ by: 'Zoe', on: post, text: 'Nice' })

    expect((await at.send(`${id}/likes`, {})).body).toEqual({ success: true })
    await at.send(`${id}/likes`, {})
    expect((await at.get(`${id}?fields=like_count,user_likes`)).body).toEqual({
      like_count: 1,
      user_likes: true,
      id,
    })
    await at.call(`DELETE ${id}/likes`, { token: at.token })
    expect((await at.call(`DELETE ${id}/likes`, { token: at.token })).body).toEqual({ success: true })
    expect((await at.get(`${id}?fields=like_count`)).body).toEqual({ like_count: 0, id })
  })
})

describe('webhook events', () => {
  it('are pushed for subscribed fields only: posts, comments, reactions, mentions', async () => {
    await using at = await AtFacebook.open()
    await using app = await AppServer.open()
    at.control.setWebhook({ url: app.url })
    await at.post('Unheard')
    expect(
      (await at.send(`${at.pageId}/subscribed_apps`, { subscribed_fields: 'feed,mention' })).body,
    ).toEqual({ success: true })
    const post = await at.post('Heard')
    const { id } = at.control.comment({ by: 'Zoe', on: post, text: 'Nice' })
    at.control.react({ by: 'Zoe', on: id, type: 'LOVE' })
    at.control.editComment({ id, text: 'Very nice' })
    at.control.mention({ by: 'Other', page: "Ada's Cakes", text: 'Hi' })
    await at.call(`DELETE ${id}`, { token: at.token })

    await at.control.deliverEvents({})

    const changes = (
      app.messages() as {
        entry: { id: string; changes: { field: string; value: Record<string, unknown> }[] }[]
      }[]
    ).flatMap(({ entry }) => entry.flatMap((one) => one.changes)) // safe cast: a wrong shape fails the assertion below
    expect(
      changes.map(({ field, value }) => `${field} ${String(value['item'])} ${String(value['verb'])}`),
    ).toEqual([
      'feed status add',
      'feed comment add',
      'feed reaction add',
      'feed comment edited',
      'mention post add',
      'feed comment remove',
    ])
    expect(changes[1]?.value).toEqual({
      item: 'comment',
      verb: 'add',
      comment_id: id,
      post_id: post,
      parent_id: post,
      message: 'Nice',
      created_time: 1_795_348_800,
      from: { id: expect.any(String), name: 'Zoe' },
    })
    expect((await at.get(`${at.pageId}/subscribed_apps`)).body).toMatchObject({
      data: [{ subscribed_fields: ['feed', 'mention'] }],
    })
  })
})
