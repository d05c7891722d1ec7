import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { OPTIONS } from '../__fixtures__/videos.js'

const GIB4 = 4 * 1024 ** 3
const CHUNK = 8_388_608

/** A file of so many bytes that takes none on the disk but its last eight. */
async function sparseFile(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'youtube-'))
  const path = join(folder, 'long.mp4')
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.write('the end!', bytes - 8)
  await file.close()
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

function sumOfSparse(bytes: number): string {
  const hash = createHash('sha256')
  const zeros = Buffer.alloc(CHUNK)
  for (let left = bytes - 8; left > 0; left -= CHUNK)
    hash.update(left < CHUNK ? zeros.subarray(0, left) : zeros)
  return hash.update('the end!').digest('hex')
}

describe('a file', () => {
  it.each([GIB4, GIB4 + 1])(
    'of %i bytes arrives whole, survives two interruptions, and memory stays flat',
    { timeout: 600_000 },
    async (bytes) => {
      await using at = await usingEmulator()
      await using file = await sparseFile(bytes)
      const ada = await at.signIn()
      at.faults.add({ fault: 'dropUpload', afterBytes: 3_000_000, method: 'PUT', nth: 200 })
      at.faults.add({ fault: 'status', status: 503, method: 'PUT', nth: 400 })
      const before = process.memoryUsage().arrayBuffers
      let most = 0

      const result = await ada.post(
        { media: [Media.fromFile(file.path)], options: OPTIONS },
        {
          onProgress() {
            most = Math.max(most, process.memoryUsage().arrayBuffers)
          },
        },
      )

      expect(at.videos()).toMatchObject([{ id: result.id, bytes, sha256: sumOfSparse(bytes) }])
      // Each interruption costs one question, and at most one more piece.
      const pieces = at.counts()['PUT /upload/youtube/v3/videos']
      expect(pieces).toBeGreaterThan(Math.ceil(bytes / CHUNK))
      expect(pieces).toBeLessThanOrEqual(Math.ceil(bytes / CHUNK) + 4)
      expect(at.counts()['POST /upload/youtube/v3/videos']).toBe(1)
      // Both ends are in this process: what the server has read is in it until it is collected.
      expect(most - before).toBeLessThan(128 * 1024 ** 2)
    },
  )
})
