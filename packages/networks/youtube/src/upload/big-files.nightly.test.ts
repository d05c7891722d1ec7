import { memoryFor, sparseFile } from '@social-internal/testing/big-files'
import { Media } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { OPTIONS } from '../__fixtures__/videos.js'

const GIB4 = 4 * 1024 ** 3
const CHUNK = 8_388_608

describe('a file', () => {
  // Holds R-0049.
  it.each([GIB4, GIB4 + 1])(
    'of %i bytes arrives complete, survives two interruptions, with constant memory',
    { timeout: 600_000 },
    async (bytes) => {
      await using at = await usingEmulator()
      await using file = await sparseFile(bytes, { end: 'the end!' })
      const ada = await at.signIn()
      at.faults.add({ fault: 'dropUpload', afterBytes: 3_000_000, method: 'PUT', nth: 200 })
      at.faults.add({ fault: 'status', status: 503, method: 'PUT', nth: 400 })
      const post = { media: [Media.fromFile(file.path)], options: OPTIONS }

      const taken = await memoryFor(() => ada.post(post), 'arrayBuffers')

      expect(at.videos()).toMatchObject([{ bytes, sha256: await file.sum() }])
      // Each interruption costs one query, and sends at most one chunk again.
      const pieces = at.counts()['PUT /upload/youtube/v3/videos']
      expect(pieces).toBeGreaterThan(Math.ceil(bytes / CHUNK))
      expect(pieces).toBeLessThanOrEqual(Math.ceil(bytes / CHUNK) + 4)
      expect(at.counts()['POST /upload/youtube/v3/videos']).toBe(1)
      // The limit includes data of the emulated server, which is in the same process until garbage
      // collection.
      expect(taken).toBeLessThan(128 * 1024 ** 2)
    },
  )
})
