import type { usingEmulator } from './at-emulator.js'
import { STEP } from './videos.js'

/** Requests that start an upload and send a piece. */
export const START = 'POST /upload/youtube/v3/videos'
export const PIECE = 'PUT /upload/youtube/v3/videos'

/** One step per chunk. */
export const SMALL = { platform: { chunkBytes: STEP } }

/** Two steps per chunk, so that half a chunk can be stored. */
export const DOUBLE = { platform: { chunkBytes: 2 * STEP } }

/** The network, and a client that speaks to it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** `Content-Range` of each PUT. */
export const ranges = (at: At) =>
  at
    .requests()
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['content-range'])

/** Rejection reason of a promise; null when it resolves. */
export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
