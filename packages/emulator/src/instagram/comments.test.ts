import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AppServer } from '../__fixtures__/app-server.js'
import { idOf, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtInstagram } from '../__fixtures__/at-instagram.js'

const FIELDS = 'id,text,username,from,parent_id,hidden'

describe('comments', () => {
  it('are listed, answered below the top-level comment, hidden, and deleted with their replies', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    const { id } = at.control.comment({ by: 'zoe', on: media, text: 'Lovely' })
    const { token } = at
    const reply = idOf(await at.call(`POST ${id}/replies`, { token, form: { message: 'Thanks' } }))
    const deeper = idOf(await at.call(`POST ${reply}/replies`, { token, form: { message: 'Again' } }))

    const hidden = await at.call(`POST ${id}`, { token, form: { hide: 'true' } })
    const list = await at.call(`GET ${media}/comments?fields=${FIELDS}`, { token })
    const replies = await at.call(`GET ${id}/replies?fields=${FIELDS}`, { token })

    expect(hidden.body).toEqual({ success: true })
    expect(list.body).toMatchObject({ data: [{ id, text: 'Lovely', username: 'zoe', hidden: true }] })
    expect(replies.body).toMatchObject({
      data: [
        { id: reply, parent_id: id },
        { id: deeper, parent_id: id },
      ],
    })
    expect(messageOf(await at.call(`POST ${id}/replies`, { token, form: { message: 'No' } }))).toContain(
      'hidden',
    )
    expect((await at.call(`DELETE ${id}`, { token })).body).toEqual({ success: true })
    expect(refusalOf(await at.call(`DELETE ${id}`, { token }))).toEqual([400, 100, 33])
    expect(at.control.state().comments).toEqual([])
  })

  it('come in pages, and the last page has no next URL', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    for (const text of ['one', 'two', 'three']) at.control.comment({ by: 'zoe', on: media, text })
    const read = (more: string) =>
      at.call(`GET ${media}/comments?fields=text&limit=2${more}`, { token: at.token })

    const first = await read('')
    const { paging } = first.body as { paging: { cursors: { after: string }; next: string } } // safe cast: a wrong shape fails the assertions below
    const second = await read(`&after=${paging.cursors.after}`)

    expect(first.body).toMatchObject({ data: [{ text: 'three' }, { text: 'two' }] })
    expect(paging.next).toContain(`after=${paging.cursors.after}`)
    expect(second.body).toMatchObject({ data: [{ text: 'one' }], paging: { cursors: {} } })
    expect(second.text).not.toContain('"next"')
  })

  it('can be turned off, published media cannot be deleted here, and media of other accounts are not accessible', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    const stranger = at.control.signIn({ account: 'bo' }).accessToken
    await at.call(`POST ${media}`, { token: at.token, form: { comment_enabled: 'false' } })

    const own = await at.call(`POST ${media}/comments`, { token: at.token, form: { message: 'Hi' } })
    expect(refusalOf(own)).toEqual([400, 100, undefined])
    expect(refusalOf(await at.call(`DELETE ${media}`, { token: at.token }))).toEqual([400, 100, 33])
    expect(refusalOf(await at.call(`GET ${media}?fields=id`, { token: stranger }))).toEqual([400, 100, 33])
    expect(refusalOf(await at.call(`GET ${media}/comments`, { token: stranger }))).toEqual([400, 100, 33])
    expect(refusalOf(await at.call(`POST ${at.userId}/media`, { token: stranger, form: {} }))).toEqual([
      400, 100, 33,
    ])
  })

  it('and likes are counted in the insights', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    at.control.comment({ by: 'zoe', on: media, text: 'Lovely' })
    at.control.setLikes({ id: media, likes: 7 })

    const { body } = await at.call(`GET ${media}/insights?metric=likes,comments`, { token: at.token })
    expect(body).toMatchObject({
      data: [
        { name: 'likes', values: [{ value: 7 }] },
        { name: 'comments', values: [{ value: 1 }] },
      ],
    })
    expect(messageOf(await at.call(`GET ${media}/insights?metric=plays`, { token: at.token }))).toContain(
      'metric[0] must be one of',
    )
  })
})

describe('a private reply', () => {
  it('is possible once for each comment of another account, within seven days', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    const { id } = at.control.comment({ by: 'zoe', on: media, text: 'Lovely' })
    const { id: old } = at.control.comment({ by: 'zoe', on: media, text: 'Old' })
    const { id: own } = at.control.comment({ by: 'adascakes', on: media, text: 'Thanks' })
    const send = (recipient: object, text: string) =>
      at.call(`POST ${at.userId}/messages`, { token: at.token, json: { recipient, message: { text } } })

    const { body } = await send({ comment_id: id }, 'Here it is')
    expect(body).toEqual({ recipient_id: expect.any(String), message_id: expect.any(String) })
    expect(at.control.state().privateReplies).toMatchObject([{ commentId: id, text: 'Here it is' }])
    expect(refusalOf(await send({ comment_id: id }, 'Again'))).toEqual([400, 10_900, undefined])
    expect(refusalOf(await send({ comment_id: own }, 'Me'))).toEqual([400, 10_903, undefined])
    expect(refusalOf(await send({ comment_id: '5' }, 'Who'))).toEqual([400, 100, 33])
    expect(refusalOf(await send({ id: '5' }, 'Who'))).toEqual([400, 100, undefined])
    expect(refusalOf(await send({ comment_id: old }, 'é'.repeat(501)))).toEqual([400, 100, undefined])
    at.clock.advance(7 * 86_400 + 1)
    expect(refusalOf(await send({ comment_id: old }, 'Late'))).toEqual([403, 10, 2_534_022])
    expect(at.control.state().privateReplies).toHaveLength(1)
  })
})

describe('webhooks', () => {
  it('need a challenge response to be set up, and are refused without it', async () => {
    await using at = await AtInstagram.open()
    await using app = await AppServer.open()
    app.answer = ({ url }) => ({ body: url.searchParams.get('hub.challenge') ?? '' })

    expect(await at.control.setUpWebhook({ url: app.url, verifyToken: 'mine' })).toEqual({
      status: 200,
      accepted: true,
    })
    expect(app.received[0]?.url.searchParams.get('hub.verify_token')).toBe('mine')
    app.answer = () => ({ body: 'hello' })
    expect(await at.control.setUpWebhook({ url: app.url, verifyToken: 'mine' })).toMatchObject({
      accepted: false,
    })
  })

  it('are signed over the exact bytes, with escaped characters', async () => {
    await using at = await AtInstagram.open()
    await using app = await AppServer.open()
    at.control.setWebhook({ url: app.url })
    const media = await at.post()
    const { id } = at.control.comment({ by: 'zoe', on: media, text: 'Café / yes' })

    await at.control.deliverEvents({})

    const [pushed] = app.received
    const { appSecret } = at.control.app()
    expect(pushed?.body).toContain(String.raw`"text":"Caf\u00e9 \/ yes"`)
    expect(pushed?.headers['x-hub-signature-256']).toBe(
      `sha256=${createHmac('sha256', appSecret)
        .update(pushed?.body ?? '')
        .digest('hex')}`,
    )
    expect(app.messages()).toEqual([
      {
        object: 'instagram',
        entry: [
          {
            id: at.userId,
            time: 1_795_348_800,
            changes: [
              {
                field: 'comments',
                value: {
                  id,
                  from: { id: expect.any(String), username: 'zoe' },
                  media: { id: media, media_product_type: 'FEED' },
                  text: 'Café / yes',
                },
              },
            ],
          },
        ],
      },
    ])
  })

  it('are repeated after a failure, and can arrive twice, in reverse order, and batched', async () => {
    await using at = await AtInstagram.open()
    await using app = await AppServer.open()
    at.control.setWebhook({ url: app.url })
    const media = await at.post()
    const say = (text: string) => at.control.comment({ by: 'zoe', on: media, text })
    const texts = () =>
      [
        ...app.received
          .map(({ body }) => body)
          .join('')
          .matchAll(/"text":"(\w+)"/g),
      ].map(([, text]) => text)
    say('one')
    app.answer = () => ({ status: 500 })
    await at.control.deliverEvents({})
    app.answer = () => ({})
    await at.control.deliverEvents({ copies: 2 })
    say('two')
    say('three')
    await at.control.deliverEvents({ reversed: true })
    say('four')
    say('five')
    await at.control.deliverEvents({ together: true })

    expect(texts()).toEqual(['one', 'one', 'one', 'three', 'two', 'four', 'five'])
    expect(app.received).toHaveLength(6)
  })

  it('stop for an account that is not subscribed', async () => {
    await using at = await AtInstagram.open()
    await using app = await AppServer.open()
    at.control.setWebhook({ url: app.url })
    const media = await at.post()
    const { token } = at

    expect((await at.call(`DELETE ${at.userId}/subscribed_apps`, { token })).body).toEqual({ success: true })
    at.control.comment({ by: 'zoe', on: media, text: 'unheard' })
    expect(
      refusalOf(
        await at.call(`POST ${at.userId}/subscribed_apps`, { token, form: { subscribed_fields: 'follow' } }),
      ),
    ).toEqual([400, 100, undefined])
    await at.call(`POST ${at.userId}/subscribed_apps`, { token, form: { subscribed_fields: 'comments' } })
    at.control.comment({ by: 'zoe', on: media, text: 'heard' })
    await at.control.deliverEvents({})

    expect(app.received).toHaveLength(1)
  })
})
