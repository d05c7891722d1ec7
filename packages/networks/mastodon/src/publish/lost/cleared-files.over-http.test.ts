import { InvalidPostError, Media, NetworkError, PlatformError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

const POST = { method: 'POST', path: '/api/v1/statuses' } as const
const KEY = { idempotencyKey: 'k' }
const UPLOAD = 'POST /api/v2/media'
const picture = () => Media.fromBytes(samplePng(), { filename: 'a.png' })
const NO_RETRIES = { retries: { attempts: 1 } }

describe('a file that the server deleted before its post', () => {
  it('is uploaded again with the same key', async () => {
    await using at = await usingEmulator(NO_RETRIES)
    const account = await at.signIn()
    const post = () => account.post({ text: 'cats', media: [picture(), picture()] }, KEY)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/api/v2/media', nth: 2 })
    await expect(post()).rejects.toThrow(NetworkError)

    at.people.clearMedia({})
    const result = await post()

    expect(result.raw['media_attachments']).toHaveLength(2)
    expect(at.statuses()).toHaveLength(1)
  })

  it('is uploaded again after deletion during processing', async () => {
    await using at = await usingEmulator({ ...NO_RETRIES, server: { videoReady: { afterPolls: 2 } } })
    const account = await at.signIn()
    const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })
    const post = () => account.post({ text: 'film', media: [video] }, KEY)
    const down = at.faults.add({
      fault: 'closeBeforeEffect',
      method: 'GET',
      path: '/api/v1/media/:id',
      count: 99,
    })
    await expect(post()).rejects.toThrow(NetworkError)
    down.remove()

    at.people.clearMedia({})
    expect(await post()).toMatchObject({ state: 'DONE' })

    expect(at.counts()).toMatchObject({ [UPLOAD]: 2 })
    expect(at.statuses()).toHaveLength(1)
  })

  it.each([
    ['the post', POST, 422, 'Media 1 not found or already attached to another post', InvalidPostError],
    [
      'the status query',
      { method: 'GET', path: '/api/v1/media/:id' },
      404,
      'Record not found',
      PlatformError,
    ],
  ] as const)(
    'is uploaded at most three times: %s is refused',
    async (_what, request, status, error, kind) => {
      await using at = await usingEmulator(NO_RETRIES)
      const account = await at.signIn()
      const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })
      const post = () => account.post({ text: 'film', media: [video] }, KEY)
      const refusing = at.faults.add({ fault: 'status', status, body: { error }, count: 99, ...request })

      await expect(post()).rejects.toThrow(kind)
      expect(at.counts()).toMatchObject({ [UPLOAD]: 3 })

      refusing.remove()
      expect(await post()).toMatchObject({ state: 'DONE' })
      expect(at.statuses()).toHaveLength(1)
    },
  )
})
