import type { usingEmulator } from './at-emulator.js'
import { STEP } from './videos.js'

/** Request that starts an upload, and request that sends a chunk. */
export const START = 'POST /upload/youtube/v3/videos'
export const PIECE = 'PUT /upload/youtube/v3/videos'

/** Chunk size of 256 KiB, the minimum that YouTube accepts. */
export const SMALL = { platform: { chunkBytes: STEP } }

/** Chunk size of twice the minimum, so that YouTube can store half a chunk. */
export const DOUBLE = { platform: { chunkBytes: 2 * STEP } }

/** The emulated YouTube, and a client that calls it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** Returns the `Content-Range` header of each PUT request. */
export const ranges = (at: At) =>
  at
    .requests()
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['content-range'])

/** Returns the rejection reason of a promise, or null when the promise resolves. */
export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
