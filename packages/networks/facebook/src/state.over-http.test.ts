import { Media, PlatformError, PostGoneError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

async function aVideo(at: At) {
  const page = await at.signIn()
  const media = [Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })]
  const result = await page.post({ media })
  at.forget()
  return { page, result }
}

describe('the state of a video', () => {
  // Holds R-0317, R-0318, R-0319, R-0320, R-0322.
  it.each([
    ['ready', 'DONE'],
    ['processing', 'PROCESSING'],
    ['error', 'FAILED'],
    ['upload_complete', 'PROCESSING'],
    ['expired', 'PROCESSING'],
    ['a word of tomorrow', 'PROCESSING'],
  ])("with Facebook's status %s is %s, with the URL of post", async (word, state) => {
    await using at = await usingEmulator()
    const { page, result } = await aVideo(at)
    at.people.setVideoStatus({ id: result.id, word })
    const now = await page.checkState(result.id)
    expect(now).toMatchObject({ id: result.id, state, url: result.url })
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1 })
  })

  it('changes from processing to done, or fails', async () => {
    await using at = await usingEmulator()
    const { page, result } = await aVideo(at)
    expect(await page.checkState(result.id)).toMatchObject({ state: 'PROCESSING' })
    await at.clock.advance(60)
    expect(await page.checkState(result.id)).toMatchObject({ state: 'DONE' })
    at.people.failVideo({ id: result.id, message: 'Broken.' })
    const failed = await page.checkState(result.id)
    expect(failed.state).toBe('FAILED')
    expect(JSON.stringify(failed.raw)).toContain('Broken.')
  })

  it('that waits for a person, or failed to publish, is not done', async () => {
    await using at = await usingEmulator()
    const { page, result } = await aVideo(at)
    for (const [publishing, state] of [
      ['draft', 'WAITING_FOR_PERSON'],
      ['error', 'FAILED'],
      ['published', 'DONE'],
      ['scheduled', 'SCHEDULED'],
    ]) {
      const body = { status: { video_status: 'ready', publishing_phase: { publish_status: publishing } } }
      at.faults.add({ fault: 'status', status: 200, body, path: '/:version/:id' })
      expect(await page.checkState(result.id)).toMatchObject({ state })
    }
  })

  // Holds R-0321.
  it('of text and pictures is refused: it is only for videos', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const expected = await page.post({ text: 'Bread' })
    await page.post({ media: [Media.fromBytes(samplePng(), { filename: 'cake.png' })] })
    const [photo] = at.people.state().photos
    for (const id of [expected.id, photo?.id ?? '']) {
      const asking = page.checkState(id)
      await expect(asking).rejects.toThrow(PlatformError)
      await expect(asking).rejects.toThrow(/for videos/)
    }
    at.faults.add({ fault: 'status', status: 200, body: { id: '1' }, path: '/:version/:id' })
    await expect(page.checkState('1')).rejects.toThrow(/for videos/)
  })

  it('that Facebook does not show yet is read again', async () => {
    await using at = await usingEmulator()
    const { page, result } = await aVideo(at)
    const body = { error: { message: 'Unsupported get request.', code: 100, error_subcode: 33 } }
    at.faults.add({ fault: 'status', status: 400, body, method: 'GET', path: '/:version/:id', count: 3 })
    expect(await page.checkState(result.id)).toMatchObject({ state: 'PROCESSING' })
  })

  it('of a deleted video reports this', async () => {
    await using at = await usingEmulator()
    const { page, result } = await aVideo(at)
    at.people.remove({ id: result.id })
    await expect(page.checkState(result.id)).rejects.toThrow(PostGoneError)
  })
})
