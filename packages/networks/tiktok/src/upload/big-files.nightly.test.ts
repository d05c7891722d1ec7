import { memoryFor } from '@social-internal/testing/big-files'
import { InvalidPostError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { sparseVideo } from '../__fixtures__/videos.js'

const FOUR_GIB = 4_294_967_296
const MIB = 1_048_576
const TEN_MINUTES = 600_000

describe('the largest files', () => {
  // Holds R-0049.
  it.each([
    [10_485_760, 409],
    [5_242_880, 819],
    [67_108_864, 64],
  ])(
    'uploads a video of 4 GiB in pieces of %d, with the memory of one piece',
    async (chunkBytes, count) => {
      await using at = await usingEmulator({ platform: { chunkBytes } })
      const account = await at.signIn()
      await using video = await sparseVideo(FOUR_GIB)

      const bytes = await memoryFor(() => account.post({ media: [video.media] }))

      expect(at.videos()).toMatchObject([
        { uploadedBytes: FOUR_GIB, pieceCount: count, sha256: await video.sum() },
      ])
      // The emulated server is in the same process, so the memory contains a piece of each side and
      // data not yet collected.
      expect(bytes).toBeLessThan(192 * MIB)
    },
    TEN_MINUTES,
  )

  it(
    'resumes a video of 4 GiB in another process after its last piece was interrupted',
    async () => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      await using video = await sparseVideo(FOUR_GIB)
      const post = { media: [video.media], options: { sendTo: 'profile' } } as const
      const down = at.faults.add({
        fault: 'dropUpload',
        method: 'PUT',
        nth: 409,
        count: 'all',
        afterBytes: MIB,
      })
      await expect(account.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'NETWORK' })
      down.remove()
      at.forget()

      await at.anotherClient().accountOf('tiktok', account.id).post(post, { idempotencyKey: 'k' })

      expect(at.counts()).toEqual({ 'PUT /upload/video/': 1 })
      expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
    },
    TEN_MINUTES,
  )

  it('one more byte is refused before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await using video = await sparseVideo(FOUR_GIB + 1)

    await expect(account.post({ media: [video.media] })).rejects.toThrow(InvalidPostError)

    expect(at.counts()).toEqual({})
  })
})
