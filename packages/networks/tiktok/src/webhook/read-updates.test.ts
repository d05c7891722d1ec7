import { PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { OPEN_ID } from '../__fixtures__/an-account.js'
import { BODY, PUBLISH_ID, TIME } from '../__fixtures__/pushed-message.js'
import { tiktok } from '../platform.js'

const NOW = new Date(TIME * 1000)

function read(message: unknown, headers: Record<string, string> = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const updates = tiktok().readUpdates(Buffer.from(body), headers, NOW)
  expect(updates).toHaveLength(1)
  const [update] = updates
  if (update === undefined) throw new Error('there is no update')
  return update
}

const message = (event: string, content: unknown, createTime: unknown = 1_795_000_100) => ({
  client_key: 'aw1fixturekey',
  event,
  create_time: createTime,
  user_openid: OPEN_ID,
  content: JSON.stringify(content),
})

describe('a pushed message', () => {
  // Holds R-0033, R-0199, R-0445.
  it('is mapped to one update, with its content parsed', () => {
    const update = read(BODY)

    expect(update).toMatchObject({
      id: `post.publish.complete:${OPEN_ID}:${PUBLISH_ID}:1795000000`,
      kind: 'POST_PUBLISHED',
      platform: 'tiktok',
      connectionId: `tiktok:${OPEN_ID}`,
      timestamp: new Date(1_795_000_000_000),
      postId: PUBLISH_ID,
      aboutPostId: PUBLISH_ID,
      envelope: {},
    })
    expect(update.raw).toMatchObject({
      client_key: 'aw1fixturekey',
      content: { publish_id: PUBLISH_ID, publish_type: 'DIRECT_PUBLISH' },
    })
  })

  // Holds R-0446, R-0447, R-0449, R-0450, R-0451.
  it.each([
    ['post.publish.complete', 'POST_PUBLISHED'],
    ['post.publish.publicly_available', 'POST_PUBLISHED'],
    ['post.publish.publicaly_available', 'POST_PUBLISHED'],
    ['post.publish.inbox_delivered', 'POST_DRAFTED'],
    ['post.publish.failed', 'POST_FAILED'],
    ['authorization.removed', 'CONNECTION_REVOKED'],
    ['post.publish.no_longer_publicaly_available', 'UNKNOWN'],
    ['video.publish.completed', 'UNKNOWN'],
    ['something.new', 'UNKNOWN'],
  ])('%s is %s', (event, kind) => {
    const update = read(message(event, { publish_id: PUBLISH_ID }))

    expect(update.kind).toBe(kind)
    expect(update.kindName).toBe(kind === 'UNKNOWN' ? event : kind)
  })

  // Holds R-0448.
  it('has a stable id, and a different one for every post of one publish id', () => {
    const of = (postId: string) =>
      read(message('post.publish.publicly_available', { publish_id: PUBLISH_ID, post_id: postId })).id

    expect(of('7602997517160123666')).toBe(of('7602997517160123666'))
    expect(of('7602997517160123666')).not.toBe(of('7602997517160123667'))
    expect(of('7602997517160123666')).not.toBe(
      read(message('post.publish.complete', { publish_id: PUBLISH_ID })).id,
    )
  })

  it('keeps all digits of a numeric id', () => {
    const content = `{"publish_id":"${PUBLISH_ID}","post_id":7602997517160123666}`
    const update = read({ ...message('post.publish.publicly_available', {}), content })

    expect(update.postId).toBe('7602997517160123666')
    expect(update.raw['content']).toMatchObject({ post_id: '7602997517160123666' })
  })

  it('keeps content that is not JSON unchanged', () => {
    const update = read({ ...message('something.new', {}), content: 'text' })

    expect(update.raw['content']).toBe('text')
    expect(update.postId).toBeNull()
  })

  it('has no connection id when TikTok names no account', () => {
    const { user_openid: _left, ...rest } = message('portability.download.ready', { request_id: 7 })

    expect(read(rest).connectionId).toBe('')
  })

  it('has the time of its signature when it contains none', () => {
    const headers = { 'tiktok-signature': `t=${TIME},s=x` }

    expect(read(message('something.new', {}, null), headers).timestamp).toEqual(new Date(TIME * 1000))
    expect(read(message('something.new', {}, 1e300), headers).timestamp).toEqual(new Date(TIME * 1000))
    expect(() => read(message('something.new', {}, null))).toThrow(/without a valid time/)
  })

  it.each(['no json', '[]', '7', 'null', '{}', '{"event":7}'])('%s is a failure of TikTok', (body) => {
    expect(() => tiktok().readUpdates(Buffer.from(body), {}, NOW)).toThrow(PlatformError)
  })
})
