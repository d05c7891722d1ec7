import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { picture, thrownBy } from '../__fixtures__/uploading.js'

describe('pictures', () => {
  it('that exist are not uploaded again', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [picture('1.png'), picture('2.png'), picture('3.png')] }
    at.faults.add({ fault: 'closeBeforeEffect', path: '/:version/:id/photos', nth: 3, count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    at.forget()
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.counts()).toEqual({ 'POST /:version/:id/photos': 1, 'POST /:version/:id/feed': 1 })
    expect(at.people.state().posts.map(({ photos }) => photos.length)).toEqual([3])
  })

  it('that were uploaded too long ago are uploaded again', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [picture('1.png'), picture('2.png')] }
    at.faults.add({ fault: 'closeBeforeEffect', path: '/:version/:id/photos', nth: 2, count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    at.forget()
    await at.clock.advance(86_400)
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.counts()).toMatchObject({ 'POST /:version/:id/photos': 2 })
  })
})
