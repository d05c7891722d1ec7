import { InvalidPostError, Media, whatNext } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { servingFile } from '../__fixtures__/file-server.js'
import { BYTES, thrownBy } from '../__fixtures__/uploading.js'

const key = { idempotencyKey: 'k' }
const FEED = { method: 'POST', path: '/:version/:id/feed' } as const
const VIDEOS = { method: 'POST', path: '/graph-video/:version/:id/videos' } as const
const picture = () => Media.fromBytes(samplePng(), { filename: 'cake.png' })

describe('a lost video from a URL', () => {
  it.each([
    ['nothing', {}, {}],
    ['a title', { options: { title: 'Folding' } }, { options: { title: 'Baking' } }],
  ])('with %s is not confused with another one without text', async (_what, mine, others) => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ media: [Media.fromUrl(file.url)], ...others })
    at.faults.add({ fault: 'closeBeforeEffect', ...VIDEOS })
    const error = await thrownBy(page.post({ media: [Media.fromUrl(file.url)], ...mine }, key))
    expect(whatNext(error)).toMatchObject({ todo: 'RETRY', afterSeconds: 30 })
  })

  it('without text is found by its title', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ media: [Media.fromUrl(file.url)], options: { title: 'Baking' } })
    at.faults.add({ fault: 'replyLost', ...VIDEOS })
    const post = { media: [Media.fromUrl(file.url)], options: { title: 'Folding' } }
    const { id } = await page.post(post, key)
    expect(at.people.state().videos.find((one) => one.id === id)?.title).toBe('Folding')
  })
})

describe('pictures that already belong to a post', () => {
  const body = {
    error: { message: 'These photos were already posted.', code: 100, error_subcode: 1_366_051 },
  }

  it('prove that the post is published: it is returned', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status: 400, body, afterEffect: true, ...FEED })
    const { id } = await page.post({ text: 'Cake', media: [picture()] }, key)
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it('are refused when no post contains them', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status: 400, body, ...FEED })
    const error = await thrownBy(page.post({ text: 'Cake', media: [picture()] }, key))
    expect(error).toBeInstanceOf(InvalidPostError)
    expect(at.effects()).toEqual([])
  })
})
