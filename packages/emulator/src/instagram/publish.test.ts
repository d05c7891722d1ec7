import { describe, expect, it } from 'vitest'

import { idOf, refusalOf } from '../__fixtures__/at-graph.js'
import { AtInstagram } from '../__fixtures__/at-instagram.js'
import { samplePng } from '../framework/files/samples.js'

describe('a picture', () => {
  it('is fetched from its URL, finishes processing, and is published once', async () => {
    await using at = await AtInstagram.open()
    const container = idOf(
      await at.createContainer({ image_url: at.picture(), caption: 'Cake', alt_text: 'A cake' }),
    )

    const status = await at.status(container)
    const published = await at.publish(container)
    const again = await at.publish(container)

    expect(at.files.requests).toEqual([
      { path: '/cake.jpg', range: 'bytes=0-1048575', agent: expect.stringContaining('facebookexternalhit') },
    ])
    expect(status.body).toEqual({
      status_code: 'FINISHED',
      status: 'Finished: Media has been uploaded and it is ready to be published.',
      id: container,
    })
    expect(idOf(published)).toMatch(/^\d{17}$/)
    expect(refusalOf(again)).toEqual([400, 24, 2_207_008])
    expect((await at.status(container)).body).toMatchObject({ status_code: 'PUBLISHED' })
    expect(at.control.state().media).toHaveLength(1)
  })

  it('can omit its status, and a second publish can return the same media', async () => {
    await using at = await AtInstagram.open({ omitStatus: true, secondPublish: 'SAME_MEDIA' })
    const container = idOf(await at.createContainer({ image_url: at.picture() }))

    expect((await at.call(`GET ${container}?fields=status_code`, { token: at.token })).body).toEqual({
      id: container,
    })
    expect(idOf(await at.publish(container))).toBe(idOf(await at.publish(container)))
    expect(at.control.state().media).toHaveLength(1)
  })

  it.each([
    ['not there', (at: AtInstagram) => at.files.put('x', new Uint8Array(9), 'GONE'), [400, 9004, 2_207_052]],
    ['no picture', (at: AtInstagram) => at.files.put('x', new Uint8Array(9)), [400, 9004, 2_207_052]],
    ['a PNG', (at: AtInstagram) => at.files.put('x', samplePng(400, 400)), [400, 36_001, 2_207_005]],
    ['too wide', (at: AtInstagram) => at.picture('wide.jpg', 1000, 300), [400, 36_003, 2_207_009]],
    ['too tall', (at: AtInstagram) => at.picture('tall.jpg', 300, 1000), [400, 36_003, 2_207_009]],
    ['too big', (at: AtInstagram) => at.files.put('x', new Uint8Array(8_388_609)), [400, 36_000, 2_207_004]],
    [
      'cut short',
      (at: AtInstagram) => at.files.put('x', new Uint8Array(90), 'SHORT'),
      [400, 9004, 2_207_052],
    ],
    [
      'the wrong range',
      (at: AtInstagram) => at.files.put('x', new Uint8Array(90), 'WRONG_RANGE'),
      [400, 9004, 2_207_052],
    ],
  ] as const)('that is %s is refused', async (_name, address, refusal) => {
    await using at = await AtInstagram.open()

    expect(refusalOf(await at.createContainer({ image_url: address(at) }))).toEqual(refusal)
    expect(at.control.state().containers).toEqual([])
  })

  it('is refused if its host times out or, when configured, if its host is local', async () => {
    await using at = await AtInstagram.open({ fetchSeconds: 0.05 })
    const silent = at.files.put('silent.jpg', new Uint8Array(9), 'SILENT')

    expect(refusalOf(await at.createContainer({ image_url: silent }))).toEqual([400, -2, 2_207_003])
    at.control.setLimits({ fetchLoopback: false })
    expect(refusalOf(await at.createContainer({ image_url: at.picture() }))).toEqual([400, 9004, 2_207_052])
  })
})

describe('a video', () => {
  it('is fetched in ranges, takes a minute, and cannot be published earlier', async () => {
    await using at = await AtInstagram.open({ fetchPieceBytes: 1000 })
    const container = idOf(
      await at.createContainer({ media_type: 'REELS', video_url: at.video('cake.mp4', 2500) }),
    )

    expect((await at.status(container)).body).toMatchObject({ status_code: 'IN_PROGRESS' })
    expect(refusalOf(await at.publish(container))).toEqual([400, 9007, 2_207_027])
    at.clock.advance(60)
    expect((await at.status(container)).body).toMatchObject({ status_code: 'FINISHED' })
    expect(at.files.requests.map(({ range }) => range)).toEqual([
      'bytes=0-999',
      'bytes=1000-1999',
      'bytes=2000-2999',
    ])
    expect(idOf(await at.publish(container))).not.toBe(container)
    expect(at.control.state().media).toMatchObject([{ productType: 'REELS', file: { bytes: 2500 } }])
  })

  it('is fetched in one response from a host without ranges, and with a delay when configured', async () => {
    await using at = await AtInstagram.open({ fetchAfterSeconds: 30 })
    const address = at.files.put('late.mp4', new Uint8Array(10), 'NO_RANGES')
    const container = idOf(await at.createContainer({ media_type: 'REELS', video_url: address }))
    await at.control.whenIdle()
    expect(at.files.requests).toEqual([])
    at.clock.advance(30)
    await at.status(container)
    await at.control.whenIdle()

    expect(at.files.requests).toHaveLength(1)
    at.clock.advance(30)
    expect((await at.status(container)).body).toMatchObject({
      status_code: 'ERROR',
      status: 'Error: Media upload has failed with error code 2207026',
    })
  })

  it('that no longer exists ends in an error, and publishing is refused', async () => {
    await using at = await AtInstagram.open({ videoSeconds: 0 })
    const address = at.files.put('gone.mp4', new Uint8Array(10), 'GONE')
    const container = idOf(await at.createContainer({ media_type: 'REELS', video_url: address }))

    expect((await at.status(container)).body).toMatchObject({
      status_code: 'ERROR',
      status: expect.stringContaining('2207077'),
    })
    expect(refusalOf(await at.publish(container))).toEqual([400, -1, 2_207_032])
  })
})

describe('a carousel', () => {
  it('has items, waits for its video, and counts as one post', async () => {
    await using at = await AtInstagram.open()
    const one = idOf(
      await at.createContainer({ image_url: at.picture(), is_carousel_item: 'true', alt_text: 'One' }),
    )
    const two = idOf(
      await at.createContainer({ media_type: 'VIDEO', video_url: at.video(), is_carousel_item: 'true' }),
    )
    const whole = idOf(
      await at.createContainer({ media_type: 'CAROUSEL', children: `${one},${two}`, caption: 'Both' }),
    )

    expect(refusalOf(await at.publish(whole))).toEqual([400, 9007, 2_207_027])
    at.clock.advance(60)
    const id = idOf(await at.publish(whole))

    const { body } = await at.call(`GET ${id}?fields=caption,media_type,children{media_type}`, {
      token: at.token,
    })
    expect(body).toMatchObject({
      caption: 'Both',
      media_type: 'CAROUSEL_ALBUM',
      children: { data: [{ media_type: 'IMAGE' }, { media_type: 'VIDEO' }] },
    })
    const limit = await at.call(`GET ${at.userId}/content_publishing_limit?fields=config,quota_usage`, {
      token: at.token,
    })
    expect(limit.body).toEqual({
      data: [{ config: { quota_total: 100, quota_duration: 86_400 }, quota_usage: 1 }],
    })
  })

  it('refuses a single item, a reel, items of another account, and the separate publishing of an item', async () => {
    await using at = await AtInstagram.open()
    const piece = idOf(await at.createContainer({ image_url: at.picture(), is_carousel_item: 'true' }))
    const single = idOf(await at.createContainer({ image_url: at.picture() }))

    const refusals = await Promise.all([
      at.createContainer({ media_type: 'CAROUSEL', children: piece }),
      at.createContainer({ media_type: 'REELS', video_url: at.video(), is_carousel_item: 'true' }),
      at.createContainer({ media_type: 'CAROUSEL', children: `${piece},1` }),
      at.createContainer({ media_type: 'CAROUSEL', children: `${piece},${single}` }),
      at.publish(piece),
    ])
    expect(refusals.map((answer) => refusalOf(answer).slice(1))).toEqual([
      [100, 2_207_028],
      [100, 2_207_023],
      [24, 2_207_008],
      [100, undefined],
      [24, 2_207_008],
    ])
  })
})

describe('failing containers', () => {
  it('are stuck, fail, expire, and still report FINISHED after publication', async () => {
    await using at = await AtInstagram.open({ publishedLagSeconds: 20 })
    at.control.failNextContainers({ error: '2207053' })
    const failed = idOf(await at.createContainer({ image_url: at.picture() }))
    const old = idOf(await at.createContainer({ image_url: at.picture() }))
    const lagging = idOf(await at.createContainer({ image_url: at.picture() }))
    await at.publish(lagging)

    expect((await at.status(failed)).body).toMatchObject({ status: expect.stringContaining('2207053') })
    expect((await at.status(lagging)).body).toMatchObject({ status_code: 'FINISHED' })
    at.clock.advance(20)
    expect((await at.status(lagging)).body).toMatchObject({ status_code: 'PUBLISHED' })
    at.clock.advance(86_400)
    expect((await at.status(old)).body).toMatchObject({ status_code: 'EXPIRED' })
    expect(refusalOf(await at.publish(old))).toEqual([400, 24, 2_207_008])
    at.control.setContainers({ stuck: true })
    const stuck = idOf(await at.createContainer({ image_url: at.picture() }))
    expect((await at.status(stuck)).body).toMatchObject({ status_code: 'IN_PROGRESS' })
  })

  it('publish although the response is an error, and new posts appear late in lists', async () => {
    await using at = await AtInstagram.open({ listLagSeconds: 60 })
    const container = idOf(await at.createContainer({ image_url: at.picture(), caption: 'Lost' }))
    at.control.refuse({ on: 'POST media_publish', with: 'TRANSIENT', afterEffect: true })

    const answer = await at.publish(container)

    expect(answer.body).toMatchObject({ error: { code: 2, is_transient: true } })
    expect(answer.status).toBe(400)
    const list = () =>
      at.call(`GET ${at.userId}/media?fields=id,caption,timestamp&limit=5`, { token: at.token })
    expect((await list()).body).toEqual({ data: [] })
    at.clock.advance(60)
    expect((await list()).body).toMatchObject({
      data: [{ caption: 'Lost', timestamp: '2026-11-22T12:00:00+0000' }],
    })
  })

  it('use up the daily post quota', async () => {
    await using at = await AtInstagram.open()
    at.control.setPostsUsed({ posts: 99 })
    await at.post()
    const one = idOf(await at.createContainer({ image_url: at.picture() }))

    expect(refusalOf(await at.publish(one))).toEqual([400, 9, 2_207_042])
    at.control.setPostsUsed({ posts: 0 })
    expect((await at.publish(one)).status).toBe(200)
  })
})

describe('published content', () => {
  it('is counted once, with a fingerprint of text and files', async () => {
    await using at = await AtInstagram.open()
    at.network.faults.add({ fault: 'replyLost', method: 'POST', path: '/*/media_publish' })
    const first = idOf(await at.createContainer({ image_url: at.picture('a.jpg'), caption: 'Cake' }))
    await at.publish(first)
    await at.publish(first)
    const again = idOf(await at.createContainer({ image_url: at.picture('b.jpg'), caption: 'Cake' }))
    await at.publish(again)
    const story = idOf(await at.createContainer({ media_type: 'STORIES', image_url: at.picture() }))
    const id = idOf(await at.publish(story))

    const [one, two, three, ...more] = at.network.effects.list()
    expect([one?.fingerprint === two?.fingerprint, one?.account, three?.id]).toEqual([true, at.userId, id])
    expect(one?.fingerprint).not.toBe(three?.fingerprint)
    expect(more).toEqual([])
  })
})
