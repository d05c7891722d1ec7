import { ConfigError, NotAllowedError, NotSupportedError, PostGoneError } from '@social/core'
import { aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { OPTIONS } from '../__fixtures__/videos.js'
import { withVideo } from '../__fixtures__/with-video.js'

describe('the categories of videos', () => {
  it('are the assignable ones, by name; one unit', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.forget()

    const { categoryId = [] } = await ada.listChoices()

    expect(categoryId).toContainEqual({ value: '22', label: 'People & Blogs' })
    expect(categoryId.map(({ label }) => label)).not.toContain('Movies')
    expect(at.counts()).toEqual({ 'GET /youtube/v3/videoCategories': 1 })
    expect(ada.usage).toMatchObject({ units: 1 })
    const video = { media: [aVideo()], options: { ...OPTIONS, categoryId: categoryId[0]?.value } }
    expect((await ada.post(video)).state).toBe('PROCESSING')
  })

  it('omits unreadable comments', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const items = [
      null,
      { id: 5 },
      { id: '7', snippet: { title: 'Good' } },
      { id: '8', snippet: { title: '' } },
    ]
    at.faults.add({ fault: 'status', status: 200, path: '/youtube/v3/videoCategories', body: { items } })

    expect(await ada.listChoices()).toEqual({ categoryId: [{ value: '7', label: 'Good' }] })
  })
})

describe('the state of a video', () => {
  // Holds R-0123, R-0204, R-0375, R-0379.
  it('is PROCESSING, then DONE with the watch URL; one unit each time', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)

    expect(await ada.checkState(id)).toMatchObject({ id, state: 'PROCESSING', isDone: false })
    at.people.finishProcessing({})
    expect(await ada.checkState(id)).toMatchObject({
      state: 'DONE',
      isDone: true,
      url: `https://www.youtube.com/watch?v=${id}`,
    })
    expect(at.counts()).toEqual({ 'GET /youtube/v3/videos': 2 })
    expect(ada.usage).toMatchObject({ units: 2 })
  })

  // Holds R-0124, R-0374.
  it('is FAILED when YouTube failed, and raw contains the reason', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.failProcessing({ reason: 'codec' })

    const result = await ada.checkState(id)

    expect(result).toMatchObject({ state: 'FAILED', raw: { status: { failureReason: 'codec' } } })
  })

  // Holds R-0374.
  it('is FAILED when it was rejected, and when it was deleted', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.rejectVideo({ id, reason: 'duplicate' })
    expect(await ada.checkState(id)).toMatchObject({
      state: 'FAILED',
      raw: { status: { rejectionReason: 'duplicate' } },
    })
    at.people.deleteVideo({ id })
    expect(await ada.checkState(id)).toMatchObject({ id, state: 'FAILED' })
  })

  it('is SCHEDULED until its publish time, then DONE', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at, '2026-11-22T12:00:00Z')
    at.people.finishProcessing({ id })

    expect(await ada.checkState(id)).toMatchObject({ state: 'SCHEDULED' })
    await at.clock.advance(2 * 86_400)
    expect(await ada.checkState(id)).toMatchObject({ state: 'DONE' })
  })

  // Holds R-0379.
  it('refreshes the token first', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    await at.clock.advance(7200)

    await ada.checkState(id)

    expect(at.counts()).toEqual({ 'POST /token': 1, 'GET /youtube/v3/videos': 1 })
  })
})

describe('statistics and profile', () => {
  it('reads likes and comments; raw contains views', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.setStats({ id, views: 1200, likes: 7 })
    at.people.comment({ by: 'Grace', on: id, text: 'Lovely crust!' })

    const stats = await ada.readStats(id)

    expect(stats).toMatchObject({ id, likes: 7, comments: 1, shares: null })
    expect(stats.raw).toMatchObject({ statistics: { viewCount: '1200', likeCount: '7' } })
  })

  it('has no statistics of a missing video', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await expect(ada.readStats('nosuchvideo')).rejects.toThrow(PostGoneError)
  })

  // Holds R-0113, R-0207.
  it('reads the channel with one request', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const profile = await ada.profile()

    expect(profile).toEqual({ name: 'Ada Makes Bread', avatarUrl: expect.stringContaining('/ggpht/') })
    expect(at.counts()).toEqual({ 'GET /youtube/v3/channels': 1 })
  })
})

describe('unsupported calls of YouTube', () => {
  // Holds R-0234, R-0378.
  it('are refused by name, without a request', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const ada = at.client.account<string>(id)

    await expect(ada.deletePost('x')).rejects.toThrow(/youtube does not support deleting a post/)
    await expect(ada.readThread('x')).rejects.toThrow(NotSupportedError)
    await expect(ada.fetchUpdatesAfter(null)).rejects.toThrow(NotSupportedError)
    const making = at.client.createApp('youtube', { name: 'x', redirectUri: 'https://app.example' })
    await expect(making).rejects.toThrow(/console\.cloud\.google\.com/)
    expect(at.counts()).toEqual({})
  })

  // Holds R-0195, R-0393.
  it('include webhooks: pushed requests and setup checks are refused, and polling is suggested', async () => {
    await using at = await usingEmulator()

    const proving = async () => at.client.checkSignature('youtube', new Uint8Array(), {}, { secret: 'none' })
    await expect(proving()).rejects.toThrow(NotSupportedError)
    await expect(proving()).rejects.toThrow(/no webhooks.*fetchUpdates/)
    const checking = async () => at.client.answerSetupCheck('youtube', {}, { verifyToken: 'none' })
    await expect(checking()).rejects.toThrow(/fetchUpdates|sends no webhooks/)
  })

  // Holds R-0392.
  it('reports the API that is not enabled', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.switchApi({ on: false })

    const reading = ada.checkState('x')

    await expect(reading).rejects.toThrow(NotAllowedError)
    await expect(reading).rejects.toThrow(/not enabled/)
  })

  // Holds R-0394, R-0395.
  it('is not retried when the quota is used up', async () => {
    await using at = await usingEmulator({ network: { unitsPerDay: 0 } })
    const ada = await at.signIn()

    await expect(ada.checkState('x')).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: null })
    expect(at.counts()).toEqual({ 'GET /youtube/v3/videos': 1 })
  })

  it('never sends the token elsewhere', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await expect(ada.direct.get('https://example.com/youtube/v3/videos')).rejects.toThrow(ConfigError)
  })
})
