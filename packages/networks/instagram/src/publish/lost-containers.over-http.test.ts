import { keepsContainers } from '@social-internal/meta-tests/container-trial'
import { InvalidPostError, PlatformError, whatNext } from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

keepsContainers({
  attempts: 4,
  open: () => withFiles(),
  make: 'media',
  publish: 'media_publish',
  allowance: 'content_publishing_limit',
  list: 'media',
  base: '/v26.0',
  gone: [
    { code: 24, subcode: 2_207_006 },
    { code: 24, subcode: 2_207_008 },
    { code: 100, subcode: 33 },
  ],
})

describe('a container that failed', () => {
  it.each(['2207082', '2207001', '2207003', '2207032', '2207053'])(
    'with the temporary number %s is created again',
    async (error) => {
      await using at = await withFiles()
      at.people.failNextContainers({ error, times: 2 })
      expect(await at.post()).toMatch(/^\d+$/)
      expect(at.sent('/media')).toHaveLength(3)
      expect(at.out()).toHaveLength(1)
    },
  )

  it('with a temporary number each time is a retryable error', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: '2207082', times: 3 })
    const error = await at.post()
    expect(error).toBeInstanceOf(PlatformError)
    expect(String(error)).toMatch(/2207082.*Nothing was published/)
    expect(whatNext(error).todo).toBe('RETRY')
    expect(await at.post()).toMatch(/^\d+$/)
  })

  it('because of its video lists the valid videos, after one container', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: '2207085' })
    const posting = at.ada.post({ media: [at.files.video()] })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(/2207085.*MP4 or MOV with H\.264 or HEVC/)
    expect(at.sent('/media')).toHaveLength(1)
  })

  it('without a code is detected by its message, without waiting', async () => {
    await using at = await withFiles()
    const body = {
      id: '1',
      status: 'Error: Media download has failed. The media URI does not meet our requirements.',
    }
    at.faults.add({ method: 'GET', path: '/v26.0/:id', fault: 'status', status: 200, body, count: 'all' })
    const before = at.clock.now().getTime()
    const posting = at.ada.post({ media: [at.files.video()] })
    await expect(posting).rejects.toThrow(/Media download has failed/)
    expect(at.clock.now().getTime()).toBe(before)
  })

  it('as one item of a carousel is created again with the others', async () => {
    await using at = await withFiles()
    at.people.loseNextContainers({ times: 1 })
    const media = [at.files.picture('1.jpg'), at.files.picture('2.jpg')]
    await at.ada.post({ text: 'Two', media })
    expect(at.out()).toHaveLength(1)
  })
})
