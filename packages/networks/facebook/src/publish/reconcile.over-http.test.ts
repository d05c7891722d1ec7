import { Media, OutcomeUnknownError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it, vi } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const FEED = { method: 'POST', path: '/:version/:id/feed' } as const
const key = { idempotencyKey: 'k' }

const aVideo = () => ({ text: 'Folding', media: [Media.fromBytes(sampleMp4(900), { filename: 'a.mp4' })] })

const story = (name: string) => ({
  media: [Media.fromBytes(samplePng(), { filename: name })],
  options: { placement: 'story' } as const,
})

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

describe('a lost post', () => {
  it.each([
    ['an hour before', 3600, 0],
    ['an hour later', 0, 3600],
  ])('is not confused with one with the same text from %s', async (_when, before, later) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    if (before > 0) await page.post({ text: 'Good morning' })
    await at.clock.advance(before)
    at.faults.add({ fault: 'closeBeforeEffect', ...FEED })
    expect(await thrownBy(page.post({ text: 'Good morning' }, key))).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(later)
    if (later > 0) await page.post({ text: 'Good morning' })
    expect(await thrownBy(page.post({ text: 'Good morning' }, key))).toBeInstanceOf(OutcomeUnknownError)
    expect(at.effects()).toHaveLength(1)
  })

  it('is the oldest of two with the same text', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'replyLost', ...FEED })
    const queries = at.faults.add({
      fault: 'status',
      status: 500,
      path: '/:version/:id/published_posts',
      count: 'all',
    })
    await thrownBy(page.post({ text: 'Good morning' }, key))
    queries.remove()
    await at.clock.advance(60)
    const second = await page.post({ text: 'Good morning' })
    const first = await page.post({ text: 'Good morning' }, key)
    expect(first.id).not.toBe(second.id)
    expect(at.effects()[0]?.id).toBe(first.id)
  })

  it('is not confused with one with the same text published just before', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    await page.post({ text: 'Good morning' })
    await at.clock.advance(40)
    at.faults.add({ fault: 'replyLost', ...FEED })
    const { id } = await page.post({ text: 'Good morning' }, key)
    expect(id).toBe(at.effects()[1]?.id)
  })

  it('that was scheduled is found among the scheduled posts, and among the published ones', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { text: 'Later', publishAt: new Date('2026-11-25T12:00:00Z') }
    const queries = at.faults.add({
      fault: 'status',
      status: 500,
      path: '/:version/:id/*',
      method: 'GET',
      count: 'all',
    })
    at.faults.add({ fault: 'replyLost', ...FEED })
    await thrownBy(page.post(post, key))
    queries.remove()
    await at.clock.advance(5 * 86_400)
    expect(await page.post(post, key)).toMatchObject({ state: 'DONE', id: at.effects()[0]?.id })
    expect(at.effects()).toHaveLength(1)
  })

  it('that is scheduled differs from another with the same text by its time', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const at12 = { text: 'Later', publishAt: new Date('2026-11-25T12:00:00Z') }
    const at18 = { text: 'Later', publishAt: new Date('2026-11-25T18:00:00Z') }
    await page.post(at18)
    at.faults.add({ fault: 'replyLost', ...FEED })
    const { id } = await page.post(at12, key)
    await page.post({ ...at18, text: 'Even later' })
    expect(at.people.state().posts.find((post) => post.id === id)?.scheduledFor).toEqual(at12.publishAt)
  })

  it('in a story is identified by its picture', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    await page.post(story('1.png'))
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/:version/:id/photo_stories' })
    const queries = at.faults.add({
      fault: 'status',
      status: 500,
      path: '/:version/:id/stories',
      count: 'all',
    })
    await thrownBy(page.post(story('2.png'), key))
    queries.remove()
    await page.post(story('3.png'))
    const found = await page.post(story('2.png'), key)
    expect(found.id).toBe(at.effects()[1]?.id)
    expect(found.raw).toMatchObject({ post_id: found.id })
  })

  it('reports when to query again while lists may lag, and then requires a manual check', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'closeBeforeEffect', ...FEED })
    expect(await thrownBy(page.post({ text: 'Bread' }, key))).toMatchObject({ retryAfter: 30 })
    await at.clock.advance(3600)
    expect(await thrownBy(page.post({ text: 'Bread' }, key))).toMatchObject({ retryAfter: null })
  })

  it('is found although it waited an hour for its allowance before it was sent', async () => {
    await using at = await usingEmulator({ retries: { maxWaitSeconds: 7200, spread: 0 } })
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status: 429, headers: { 'retry-after': '3600' }, ...FEED })
    at.faults.add({ fault: 'replyLost', ...FEED })
    const posting = page.post({ text: 'Bread' }, { ...key, deadlineSeconds: 9000 })
    await vi.waitUntil(() => at.clock.sleeping.includes(3600), { timeout: 120_000 })
    await at.clock.advance(3600)
    expect((await posting).id).toBe(at.effects()[0]?.id)
    expect(at.effects()).toHaveLength(1)
  })

  it('is found although lists lag', async () => {
    await using at = await usingEmulator({ network: { listLagSeconds: 600 } })
    const page = await at.signIn()
    at.faults.add({ fault: 'replyLost', ...FEED })
    expect(await thrownBy(page.post({ text: 'Bread' }, key))).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(700)
    expect(await page.post({ text: 'Bread' }, key)).toMatchObject({ id: at.effects()[0]?.id })
  })
})

describe('a lost video', () => {
  const finish = { method: 'POST', path: '/graph-video/:version/:id/videos', nth: 3 } as const

  it.each([
    [
      'is processed',
      {
        status: {
          video_status: 'processing',
          uploading_phase: { status: 'complete' },
          processing_phase: { status: 'in_progress' },
          publishing_phase: { status: 'not_started' },
        },
      },
    ],
    ['says nothing of it', { status: {} }],
    ['is no video', { id: '1' }],
    ['failed to come out', { status: { publishing_phase: { status: 'error', publish_status: 'error' } } }],
  ])('is neither found nor sent again while the video %s', async (_what, body) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'closeBeforeEffect', ...finish })
    at.faults.add({ fault: 'status', status: 200, body, method: 'GET', path: '/:version/:id', count: 'all' })
    for (const seconds of [0, 86_400]) {
      await at.clock.advance(seconds)
      expect(await thrownBy(page.post(aVideo(), key))).toBeInstanceOf(OutcomeUnknownError)
    }
    expect(at.effects()).toEqual([])
  })

  it('that was not requested is requested again after five minutes, and not earlier', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'closeBeforeEffect', ...finish })
    const error = await thrownBy(page.post(aVideo(), key))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as OutcomeUnknownError).retryAfter).toBeGreaterThan(200)
    expect(at.effects()).toEqual([])
    await at.clock.advance(300)
    const { id } = await page.post(aVideo(), key)
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it('that was requested despite a refusal is found, and not uploaded again', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const body = { status: { publishing_phase: { status: 'not_started' } } }
    at.faults.add({ fault: 'replyLost', ...finish })
    const lie = { fault: 'status', status: 200, body, method: 'GET', path: '/:version/:id' } as const
    const lies = at.faults.add({ ...lie, count: 'all' })
    expect(await thrownBy(page.post(aVideo(), key))).toBeInstanceOf(OutcomeUnknownError)
    lies.remove()
    await at.clock.advance(300)
    at.faults.add(lie)
    const { id } = await page.post(aVideo(), key)
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    expect(at.people.state().videos).toHaveLength(1)
  })
})
