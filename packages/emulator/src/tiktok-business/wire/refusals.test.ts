import { describe, expect, it } from 'vitest'

import { AtTiktokBusiness } from '../../__fixtures__/at-tiktok-business.js'

const LIST = 'GET /business/comment/list/'

describe('every error has status 200', () => {
  it.each([
    ['no token', {}, 40_104],
    ['a token nobody gave out', { token: 'other' }, 40_105],
  ])('for %s', async (_, sent, code) => {
    expect(await new AtTiktokBusiness().call(LIST, sent)).toMatchObject({ status: 200, code, data: {} })
  })

  it('for an expired token, a revoked one, and one without the scope', async () => {
    const at = new AtTiktokBusiness()
    const { token, where } = at.withVideo()
    const narrow = at.withVideo('bo', ['user.info.basic', 'comment.list'])
    const reply = { ...narrow.where, comment_id: '1', text: 'Hi' }

    expect(
      await at.call('POST /business/comment/reply/create/', { token: narrow.token, json: reply }),
    ).toMatchObject({ code: 40_001 })
    at.control.expireTokens({ person: 'ada' })
    expect(await at.call(LIST, { token, query: where })).toMatchObject({ code: 40_102 })
    at.control.removeAccess({ person: 'ada' })
    expect(await at.call(LIST, { token, query: where })).toMatchObject({ code: 40_105 })
  })

  it('for another account’s video, and for a deleted one with the code of the options', async () => {
    const at = new AtTiktokBusiness({ goneCode: 40_053 })
    const { token, where, video } = at.withVideo()
    const other = at.withVideo('bo')

    expect(await at.call(LIST, { token, query: { ...where, video_id: other.video } })).toMatchObject({
      code: 40_001,
    })
    at.control.deleteVideo({ id: video })
    expect(await at.call(LIST, { token, query: where })).toMatchObject({ code: 40_053 })
  })

  it('except for an unknown path without the trailing slash', async () => {
    const at = new AtTiktokBusiness()

    expect(await at.call('GET /business/nothing/')).toMatchObject({ status: 200, code: 40_006 })
    const response = await at.send('/open_api/v1.3/business/comment/list')
    expect([response.status, await response.text()]).toEqual([404, '404 page not found'])
  })

  it('if planned, before or after the effect', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hello' }).id
    const reply = () =>
      at.call('POST /business/comment/reply/create/', { token, json: { ...where, comment_id, text: 'Hi' } })
    const replies = () => at.control.state().comments.length - 1

    at.control.refuseNext({ code: 50_000, path: 'reply/create' })
    expect(await reply()).toMatchObject({ status: 200, code: 50_000 })
    expect(replies()).toBe(0)
    at.control.refuseNext({ code: 51_305, path: 'reply/create', afterEffect: true })
    expect(await reply()).toMatchObject({ status: 200, code: 51_305, data: {} })
    expect(replies()).toBe(1)
    expect(await reply()).toMatchObject({ code: 0 })
  })
})

describe('limits', () => {
  it('refuse the 41st request of an account per minute at one endpoint, for five minutes', async () => {
    const at = new AtTiktokBusiness()
    const { token, where } = at.withVideo()
    const list = () => at.call(LIST, { token, query: where })
    for (let n = 0; n < 40; n += 1) expect(await list()).toMatchObject({ code: 0 })

    expect(await list()).toMatchObject({ code: 40_100, message: expect.stringContaining('QPM') })
    at.clock.advance(299)
    expect(await list()).toMatchObject({ code: 40_100 })
    at.clock.advance(2)
    expect(await list()).toMatchObject({ code: 0 })
  })

  it('of the app have TikTok’s messages', async () => {
    const at = new AtTiktokBusiness({ perSecond: 1 })
    const { token, where } = at.withVideo()
    const list = async () => (await at.call(LIST, { token, query: where })).message
    await list()

    expect(await list()).toContain('QPS')
    at.control.setRates({ perSecond: -1, perDay: 1 })
    expect(await list()).toContain('QPD')
    at.clock.set(new Date('2026-11-22T00:00:00Z'))
    expect(await list()).toBe('OK')
  })

  it('send no headers', async () => {
    const at = new AtTiktokBusiness({ perMinute: 0 })
    const { token, where } = at.withVideo()

    const { code, headers } = await at.call(LIST, { token, query: where })

    expect(code).toBe(40_100)
    expect([...headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([])
  })
})

describe('an account', () => {
  it('is read with the fields of its scopes', async () => {
    const at = new AtTiktokBusiness()
    const { token, openId } = at.withVideo('ada', ['user.info.basic', 'user.info.username'])
    const read = (fields: string) =>
      at.call('GET /business/get/', { token, query: { business_id: openId, fields } })

    expect((await read('["username","display_name"]')).data).toEqual({ username: 'ada', display_name: 'Ada' })
    expect(await read('["followers_count"]')).toMatchObject({ code: 40_130 })
    expect(await read('["nonsense"]')).toMatchObject({ code: 40_002 })
  })
})
