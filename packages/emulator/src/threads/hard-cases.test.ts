import { describe, expect, it } from 'vitest'

import { idOf, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtThreads } from '../__fixtures__/at-threads.js'

const NOT_FOUND = [400, 24, 4_279_009]

describe('Threads failures', () => {
  it('a finished container is not found at first, and a post is published although the response is an error', async () => {
    await using at = await AtThreads.open({ notFoundSeconds: 10, publishedLagSeconds: 5 })
    const container = idOf(await at.createContainer({ text: 'Hello' }))
    at.control.refuse({ on: 'POST threads_publish', with: 'UNKNOWN_AFTER_PUBLISH', afterEffect: true })

    expect((await at.get(`${container}?fields=status`)).body).toMatchObject({ status: 'FINISHED' })
    const early = await at.publish(container)
    expect(refusalOf(early)).toEqual(NOT_FOUND)
    expect(early.body).toMatchObject({ error: { is_transient: false, error_user_title: 'Media Not Found' } })
    at.clock.advance(10)
    expect(refusalOf(await at.publish(container))).toEqual([500, 10, undefined])
    expect((await at.get(`${container}?fields=status`)).body).toMatchObject({ status: 'FINISHED' })
    at.clock.advance(5)
    expect((await at.get(`${container}?fields=status`)).body).toMatchObject({ status: 'PUBLISHED' })
    expect(at.network.effects.list()).toHaveLength(1)
  })

  it('containers fail as planned, expire after a day, and omit their status if configured', async () => {
    await using at = await AtThreads.open()
    at.control.failNextContainers({ error: 'INVALID_BIT_RATE' })
    const failed = idOf(await at.createContainer({ text: 'x' }))
    const old = idOf(await at.createContainer({ text: 'x' }))
    at.clock.advance(86_400)

    expect((await at.get(`${failed}?fields=status,error_message`)).body).toMatchObject({
      error_message: 'INVALID_BIT_RATE',
    })
    expect((await at.get(`${old}?fields=status`)).body).toMatchObject({ status: 'EXPIRED' })
    expect(refusalOf(await at.publish(old))).toEqual(NOT_FOUND)
    at.control.setContainers({ omitStatus: true })
    expect((await at.get(`${old}?fields=status`)).body).toEqual({ id: old })
  })

  it('posts and replies have separate quotas, and each quota requires its permission', async () => {
    await using at = await AtThreads.open()
    const post = await at.post()
    at.control.setUsed({ posts: 249 })

    expect(refusalOf(await at.publish(idOf(await at.createContainer({ text: 'x' }))))).toEqual([
      400, 9, 2_207_042,
    ])
    await at.post({ reply_to_id: post })
    at.control.setUsed({ posts: 0, replies: 999 })
    await at.post()
    expect(
      refusalOf(await at.publish(idOf(await at.createContainer({ text: 'x', reply_to_id: post })))),
    ).toEqual([400, 9, 2_207_042])
    const limit = await at.get(
      'me/threads_publishing_limit?fields=quota_usage,config,reply_quota_usage,reply_config',
    )
    expect(limit.body).toEqual({
      data: [
        {
          quota_usage: 2,
          config: { quota_total: 250, quota_duration: 86_400 },
          reply_quota_usage: 1000,
          reply_config: { quota_total: 1000, quota_duration: 86_400 },
        },
      ],
    })
    at.control.removePermission({ person: 'adascakes', permission: 'threads_manage_replies' })
    expect(messageOf(await at.get('me/threads_publishing_limit?fields=reply_config'))).toContain(
      'threads_manage_replies',
    )
    expect((await at.get('me/threads_publishing_limit?fields=config')).status).toBe(200)
  })
})

describe('deletes and reposts', () => {
  it('reposts immediately, quotes, and allows 100 deletions a day', async () => {
    await using at = await AtThreads.open({ deletionsPerDay: 1 })
    const post = await at.post()
    const quote = await at.post({ quote_post_id: post })
    const repost = idOf(await at.call(`POST ${post}/repost`, { token: at.token, form: {} }))

    expect((await at.get(`${quote}?fields=is_quote_post,quoted_post`)).body).toEqual({
      is_quote_post: true,
      quoted_post: { id: post },
      id: quote,
    })
    expect((await at.get(`${repost}?fields=media_type,reposted_post`)).body).toEqual({
      media_type: 'REPOST_FACADE',
      reposted_post: { id: post },
      id: repost,
    })
    const stats = await at.get(`${post}/insights?metric=likes,replies,reposts,quotes`)
    expect((stats.body as { data: { values: unknown }[] }).data.map(({ values }) => values)).toEqual([
      [{ value: 0 }],
      [{ value: 0 }],
      [{ value: 1 }],
      [{ value: 1 }],
    ])
    expect((await at.get(`${repost}/insights?metric=likes`)).body).toEqual({ data: [] })
    expect((await at.call(`DELETE ${quote}`, { token: at.token })).body).toEqual({
      success: true,
      deleted_id: quote,
    })
    expect(refusalOf(await at.call(`DELETE ${quote}`, { token: at.token }))).toEqual([400, 100, 33])
    expect(refusalOf(await at.call(`DELETE ${post}`, { token: at.token }))).toEqual([400, 9, 2_207_042])
  })
})
