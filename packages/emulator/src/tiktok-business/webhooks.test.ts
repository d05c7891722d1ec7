import { describe, expect, it } from 'vitest'

import { AtTiktokBusiness } from '../__fixtures__/at-tiktok-business.js'
import { listening, type Received } from '../__fixtures__/listening.js'
import { hmac } from '../framework/webhooks.js'

const SECRET = 'emulator-business-secret-0123456789abcdef'
const APP = { app_id: '7364323437050000001', secret: SECRET, event_type: 'COMMENT' }
const UPDATE = 'POST /business/webhook/update/'
const LIST = 'GET /business/webhook/list/'
const DELETE = 'POST /business/webhook/delete/'

const contentOf = ({ body }: Received) => (JSON.parse(body) as { readonly content: string }).content // safe cast: a wrong shape fails the tests that use the content

describe('a subscription', () => {
  it('is set up, shown and removed without a token', async () => {
    const at = new AtTiktokBusiness()
    const described = { app_id: APP.app_id, event_type: 'COMMENT' }
    const json = { ...APP, callback_url: 'https://app.example/hooks' }

    expect((await at.call(LIST, { query: APP })).data).toEqual(described)
    expect((await at.call(UPDATE, { json })).data).toEqual({ ...described, callback_url: json.callback_url })
    await at.call(UPDATE, { json: { ...json, item_list: ['1'] } })
    expect((await at.call(UPDATE, { json: { ...json, item_list: ['2'] } })).data).toMatchObject({
      item_list: ['1', '2'],
    })
    await at.call(DELETE, { json: APP })
    expect((await at.call(LIST, { query: APP })).data).toEqual(described)
  })

  it.each([
    [{ secret: 'other' }, 40_101],
    [{ app_id: 'other' }, 40_113],
    [{ event_type: 'LIKE' }, 40_002],
    [{ callback_url: 'nowhere' }, 40_002],
    [{ item_list: Array.from({ length: 101 }, String) }, 40_002],
  ])('is refused with %j', async (changes, code) => {
    const json = { ...APP, callback_url: 'https://app.example/hooks', ...changes }

    expect(await new AtTiktokBusiness().call(UPDATE, { json })).toMatchObject({ code })
  })
})

describe('an event', () => {
  it('contains numeric comment ids in nested JSON, signed over time and body', async () => {
    await using here = await listening(500)
    const at = new AtTiktokBusiness()
    const { video, openId } = at.withVideo()
    await at.call(UPDATE, { json: { ...APP, callback_url: here.url } })
    const { id } = at.control.comment({ by: 'feather', video, text: 'Lovely' })

    await at.control.deliverEvents({})
    at.clock.advance(60)
    await at.control.deliverEvents({})

    const [first, again] = here.received
    expect(JSON.parse(first?.body ?? '')).toEqual({
      client_key: APP.app_id,
      event: 'comment.update',
      create_time: 1_795_262_400,
      user_openid: openId,
      content: expect.any(String),
    })
    expect(first && contentOf(first)).toContain(
      `"comment_id":${id},"video_id":${video},"parent_comment_id":0,`,
    )
    expect(first && contentOf(first)).toContain('"comment_action":"insert"')
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['webhook-schema-version']).toBe('1.0')
    expect(again?.headers['tiktok-signature']).toBe(
      `t=1795262460,s=${hmac(`1795262460.${again?.body ?? ''}`, SECRET)}`,
    )
  })

  it('is pushed for every change of a comment, and can arrive twice and in reverse order', async () => {
    await using here = await listening()
    const at = new AtTiktokBusiness()
    const { video, token, where } = at.withVideo()
    at.control.setWebhook({ url: here.url })
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hm' }).id
    for (const action of ['HIDE', 'UNHIDE'])
      await at.call('POST /business/comment/hide/', { token, json: { ...where, comment_id, action } })
    at.control.deleteComment({ id: comment_id })

    await at.control.deliverEvents({ copies: 2, reversed: true })

    const actions = here.received.map((one) => /"comment_action":"(\w+)"/.exec(contentOf(one))?.[1])
    const backwards = ['delete', 'set_to_public', 'set_to_hidden', 'insert']
    expect(actions).toEqual(backwards.flatMap((action) => [action, action]))
  })

  it('is not pushed about other videos, without the scope, or without a sign-in', async () => {
    await using here = await listening()
    const at = new AtTiktokBusiness()
    const listed = at.withVideo()
    const narrow = at.withVideo('bo', ['user.info.basic'])
    const hidden = at.control.addVideo({ person: 'ada', isPublic: false }).id
    await at.call(UPDATE, { json: { ...APP, callback_url: here.url, item_list: [listed.video] } })
    const unlisted = at.control.addVideo({ person: 'ada' }).id
    for (const video of [narrow.video, hidden, unlisted, listed.video])
      at.control.comment({ by: 'cleo', video, text: 'hello' })
    at.control.removeAccess({ person: 'ada' })
    at.control.comment({ by: 'cleo', video: listed.video, text: 'too late' })

    await at.control.deliverEvents({})

    const events = here.received.map(({ body }) => (JSON.parse(body) as { readonly event: string }).event) // safe cast: a wrong shape fails the assertion below
    expect(events).toEqual(['comment.update', 'authorization.removed'])
  })

  it('can have any content', async () => {
    await using here = await listening()
    const at = new AtTiktokBusiness()
    at.control.setWebhook({ url: here.url })
    at.control.pushEvent({ event: 'something.new', person: 'ada', content: '{"a":"#7301299999999999991"}' })

    await at.control.deliverEvents({})

    expect(here.received.map(contentOf)).toEqual(['{"a":7301299999999999991}'])
  })
})
