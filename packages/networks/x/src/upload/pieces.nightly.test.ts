import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const BIGGEST = 536_870_912
const MIB = 1_048_576
const TEN_MINUTES = 600_000

/** A file that looks like a video and takes no room on the disk: a head, and then a hole. */
async function sparseVideo(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'social-x-'))
  const path = join(folder, 'clip.mp4')
  const file = await open(path, 'w')
  await file.write(sampleMp4Head())
  await file.truncate(bytes)
  await file.close()
  return {
    media: Media.fromFile(path),
    async sum() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array) // without an encoding it is bytes
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The most memory that was taken while something went on, above what there was before. */
async function memoryFor(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, process.memoryUsage().rss)
      await sleep(20)
    }
  })()
  await work()
  over.abort()
  await watching
  return most - before
}

describe('the biggest video', () => {
  it.each([
    [1_048_576, 512],
    [4_194_304, 128],
  ])(
    'goes up in pieces of %d, intact, in the memory of a few pieces',
    async (chunkBytes, count) => {
      await using at = await usingEmulator({ platform: { chunkBytes } })
      const account = await at.signIn()
      await using video = await sparseVideo(BIGGEST)

      const bytes = await memoryFor(() => account.post({ media: [video.media] }))

      expect(at.media()).toMatchObject([{ totalBytes: BIGGEST, sha256: await video.sum() }])
      expect(at.media()[0]?.segments).toHaveLength(count)
      // Client and server are in this one process, and the server puts each piece together.
      expect(bytes).toBeLessThan(192 * MIB)
    },
    TEN_MINUTES,
  )

  it(
    'that breaks off in its last piece goes on with it in another process',
    async () => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      await using video = await sparseVideo(BIGGEST)
      const post = { media: [video.media] }
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
