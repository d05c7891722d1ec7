import { memoryFor, sparseFile } from '@social-internal/testing/big-files'
import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const MAX_VIDEO_BYTES = 536_870_912
const MIB = 1_048_576
const TEN_MINUTES = 600_000

const maxVideo = () => sparseFile(MAX_VIDEO_BYTES, { head: sampleMp4Head() })

describe('the largest video', () => {
  it.each([
    [1_048_576, 512],
    [4_194_304, 128],
  ])(
    'is uploaded in pieces of %d, intact, with the memory of a few pieces',
    async (chunkBytes, count) => {
      await using at = await usingEmulator({ platform: { chunkBytes } })
      const account = await at.signIn()
      await using video = await maxVideo()

      const bytes = await memoryFor(() => account.post({ media: [Media.fromFile(video.path)] }))

      expect(at.media()).toMatchObject([{ totalBytes: MAX_VIDEO_BYTES, sha256: await video.sum() }])
      expect(at.media()[0]?.segments).toHaveLength(count)
      // The measured memory includes the emulator, which runs in this process and holds whole
      // pieces.
      expect(bytes).toBeLessThan(192 * MIB)
    },
    TEN_MINUTES,
  )

  it(
    'resumes with its last piece in another process',
    async () => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      await using video = await maxVideo()
      const post = { media: [Media.fromFile(video.path)] }
      const path = '/2/media/upload/:id/append'
      const down = at.faults.add({
        fault: 'dropUpload',
        method: 'POST',
        path,
        nth: 512,
        count: 'all',
        afterBytes: 500_000,
      })
      await expect(account.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'NETWORK' })
      down.remove()
      at.forget()

      await at.anotherClient().accountOf('x', account.id).post(post, { idempotencyKey: 'k' })

      expect(at.counts()[`POST ${path}`]).toBe(1)
      expect(at.media()).toMatchObject([{ sha256: await video.sum() }])
    },
    TEN_MINUTES,
  )
})
