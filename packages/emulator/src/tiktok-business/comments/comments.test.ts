import { describe, expect, it } from 'vitest'

import { AtTiktokBusiness } from '../../__fixtures__/at-tiktok-business.js'

const LIST = 'GET /business/comment/list/'
const REPLY = 'POST /business/comment/reply/create/'
const NEWEST = { sort_field: 'create_time', sort_order: 'desc' }

const textsOf = (data: Readonly<Record<string, unknown>>) =>
  (data['comments'] as readonly { readonly text: string }[]).map(({ text }) => text) // safe cast: a wrong shape fails the tests that compare the texts

describe('videos', () => {
  it('are listed newest first with paging, with the requested fields', async () => {
    const at = new AtTiktokBusiness()
    const { token, openId } = at.withVideo()
    for (let ago = 1; ago <= 3; ago += 1)
      at.control.addVideo({ person: 'ada', caption: `${ago} ago`, secondsAgo: ago })
    at.control.addVideo({ person: 'ada', caption: 'for me', isPublic: false })
    at.control.addVideo({ person: 'bo', caption: 'of somebody else' })
    const query = { business_id: openId, fields: '["item_id","caption"]', max_count: '3' }

    const first = await at.call('GET /business/video/list/', { token, query })
    const second = await at.call('GET /business/video/list/', {
      token,
      query: { ...query, cursor: String(first.data['cursor']) },
    })

    expect(first.data).toMatchObject({
      videos: [{ caption: 'Bread', item_id: expect.stringMatching(/^\d{19}$/) }, { caption: '1 ago' }, {}],
      has_more: true,
    })
    expect(second.data).toMatchObject({ videos: [{ caption: '3 ago' }], has_more: false })
  })

  it.each([
    [{ fields: '["caption"]' }, 40_002],
    [{ fields: 'item_id' }, 40_002],
    [{ fields: '["item_id","nonsense"]' }, 40_002],
    [{ fields: '["item_id","average_time_watched"]' }, 40_130],
    [{ max_count: '21' }, 40_002],
    [{ business_id: 'somebody else' }, 40_001],
    [{ business_id: '' }, 40_002],
  ])('are refused with %j', async (changes, code) => {
    const at = new AtTiktokBusiness()
    const { token, openId } = at.withVideo()
    const query = { business_id: openId, fields: '["item_id"]' }

    const answer = await at.call('GET /business/video/list/', {
      token,
      query: { ...query, ...(changes as unknown as Record<string, string>) }, // safe cast: the cases above contain only string values
    })

    expect(answer).toMatchObject({ status: 200, code })
  })
})

describe('comments', () => {
  it('are listed in the format of TikTok', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const { id } = at.control.comment({ by: 'feather', video, text: 'Lovely 🙂' })
    at.control.comment({ by: 'ada', video, text: 'Thanks', to: id })

    const { data } = await at.call(LIST, { token, query: where })

    expect(data).toEqual({
      comments: [
        {
          comment_id: id,
          video_id: video,
          user_id: expect.any(String),
          unique_identifier: expect.stringMatching(/^\+/),
          create_time: '1795262400',
          text: 'Lovely 🙂',
          likes: 0,
          replies: 1,
          owner: false,
          liked: false,
          pinned: false,
          status: 'PUBLIC',
          username: 'feather',
          display_name: 'feather',
          profile_image: expect.stringContaining('x-expires'),
        },
      ],
      cursor: 1,
      has_more: false,
    })
  })

  it('come in pages with pinned comments first, and pages can be short or repeat items when configured', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    for (let ago = 1; ago <= 4; ago += 1)
      at.control.comment({ by: 'bo', video, text: `${ago} ago`, secondsAgo: ago })
    at.control.comment({ by: 'bo', video, text: 'pinned', secondsAgo: 999_999, pinned: true })
    at.control.setLists({ shortPages: 2, repeatsItems: true })
    const query = { ...where, ...NEWEST, max_count: '30' }

    const first = await at.call(LIST, { token, query })
    const second = await at.call(LIST, { token, query: { ...query, cursor: '2' } })
    const third = await at.call(LIST, { token, query: { ...query, cursor: '4' } })

    expect(textsOf(first.data)).toEqual(['pinned', '1 ago'])
    expect(textsOf(second.data)).toEqual(['1 ago', '2 ago', '3 ago'])
    expect(textsOf(third.data)).toEqual(['3 ago', '4 ago'])
    expect([first, second, third].map(({ data }) => data['has_more'])).toEqual([true, true, false])
  })

  it('appear late if lists are delayed', async () => {
    const at = new AtTiktokBusiness({ listDelaySeconds: 60 })
    const { token, where, video } = at.withVideo()
    at.control.comment({ by: 'bo', video, text: 'new' })

    const before = await at.call(LIST, { token, query: where })
    at.clock.advance(60)
    const after = await at.call(LIST, { token, query: where })

    expect(textsOf(before.data)).toEqual([])
    expect(textsOf(after.data)).toEqual(['new'])
  })

  it('contain three replies with numeric ids on request', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const { id } = at.control.comment({ by: 'bo', video, text: 'hello' })
    const replies = [1, 2, 3, 4].map((n) => at.control.comment({ by: 'ada', video, text: `${n}`, to: id }).id)

    const { text } = await at.call(LIST, { token, query: { ...where, include_replies: 'true' } })
    const list = await at.call('GET /business/comment/reply/list/', {
      token,
      query: { ...where, ...NEWEST, comment_id: id },
    })

    expect(text).toContain(`"comment_id":${replies[0]}`)
    expect(text).not.toContain(`"comment_id":${replies[3]}`)
    expect(textsOf(list.data)).toEqual(['4', '3', '2', '1'])
    expect(list.text).toContain(`"parent_comment_id":"${id}"`)
  })

  it('by id have neither cursor nor has_more', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const { id } = at.control.comment({ by: 'bo', video, text: 'hello' })

    const { data } = await at.call(LIST, {
      token,
      query: { ...where, comment_ids: JSON.stringify([id, '1']) },
    })

    expect(Object.keys(data)).toEqual(['comments'])
  })
})

describe('a reply', () => {
  it('is added to the comment, each time it is sent', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hello' }).id
    const json = { ...where, comment_id, text: '🙂'.repeat(1200) }

    const { code, data } = await at.call(REPLY, { token, json })
    await at.call(REPLY, { token, json })

    expect(code).toBe(0)
    expect(Object.keys(data).toSorted()).toEqual([
      'comment_id',
      'create_time',
      'parent_comment_id',
      'text',
      'unique_identifier',
      'user_id',
      'video_id',
    ])
    expect(at.control.state().comments.filter(({ parentId }) => parentId === comment_id)).toHaveLength(2)
    const [effect, again] = at.network.effects.list()
    expect(effect).toMatchObject({ account: where.business_id, kind: 'COMMENT', id: data['comment_id'] })
    expect(again?.fingerprint).toBe(effect?.fingerprint)
  })

  it.each([
    [{ text: 'a'.repeat(1201) }, 40_002],
    [{ text: '' }, 40_002],
    [{ video_id: null }, 40_002],
    [{ video_id: '1' }, 40_007],
    [{ comment_id: '1' }, 40_007],
    [{ business_id: 'somebody else' }, 40_001],
    [{ parent: '1' }, 40_002],
  ])('is refused with %j', async (changes, code) => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hello' }).id

    const answer = await at.call(REPLY, { token, json: { ...where, comment_id, text: 'Hi', ...changes } })

    expect(answer).toMatchObject({ status: 200, code })
    expect(at.control.state().comments).toHaveLength(1)
  })

  it('that was sent too often is hidden, without a notification', async () => {
    const at = new AtTiktokBusiness({ spamAfter: 2 })
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hello' }).id
    for (let copy = 0; copy < 2; copy += 1)
      expect(await at.call(REPLY, { token, json: { ...where, comment_id, text: 'Thanks' } })).toMatchObject({
        code: 0,
      })

    expect(at.control.state().comments.map(({ status }) => status)).toEqual(['PUBLIC', 'PUBLIC', 'HIDDEN'])
  })
})

describe('moderation', () => {
  it("deletes the account's own comments only", async () => {
    const at = new AtTiktokBusiness()
    const { token, openId, video } = at.withVideo()
    const own = at.control.comment({ by: 'ada', video, text: 'mine' }).id
    const other = at.control.comment({ by: 'bo', video, text: 'yours' }).id
    const remove = (comment_id: string) =>
      at.call('POST /business/comment/delete/', { token, json: { business_id: openId, comment_id } })

    expect(await remove(own)).toMatchObject({ code: 0, data: {} })
    expect(await remove(own)).toMatchObject({ code: 40_007 })
    expect(await remove(other)).toMatchObject({ code: 40_001 })
    expect(at.control.state().comments.map(({ id }) => id)).toEqual([other])
  })

  it('hides and shows comments, except those TikTok hid', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hm' }).id
    const act = async (action: string) => {
      const { code } = await at.call('POST /business/comment/hide/', {
        token,
        json: { ...where, comment_id, action },
      })
      return [code, at.control.state().comments[0]?.status]
    }

    expect(await act('HIDE')).toEqual([0, 'HIDDEN'])
    expect(await act('HIDE')).toEqual([0, 'HIDDEN'])
    expect(await act('UNHIDE')).toEqual([0, 'PUBLIC'])
    at.control.moderate({ id: comment_id })
    expect(await act('UNHIDE')).toEqual([0, 'HIDDEN'])
    expect(await act('SHOW')).toEqual([40_002, 'HIDDEN'])
  })

  it('names the missing field, with TikTok’s message', async () => {
    const at = new AtTiktokBusiness()
    const { token, openId } = at.withVideo()

    const answer = await at.call('POST /business/comment/hide/', {
      token,
      json: { business_id: openId, comment_id: '1', action: 'HIDE' },
    })

    expect(answer).toMatchObject({ code: 40_002, message: 'video_id: Missing data for required field' })
  })

  it('adds only one like', async () => {
    const at = new AtTiktokBusiness()
    const { token, where, video } = at.withVideo()
    const comment_id = at.control.comment({ by: 'bo', video, text: 'hm' }).id
    for (let time = 0; time < 2; time += 1)
      await at.call('POST /business/comment/like/', { token, json: { ...where, comment_id, action: 'LIKE' } })

    expect(at.control.state().comments[0]).toMatchObject({ likes: 1, isLiked: true })
  })
})
