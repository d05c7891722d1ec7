import type { usingEmulator } from './at-emulator.js'
import { STEP } from './videos.js'

/** Requests that start an upload and send a piece. */
export const START = 'POST /upload/youtube/v3/videos'
export const PIECE = 'PUT /upload/youtube/v3/videos'

/** One step to a piece. */
export const SMALL = { platform: { chunkBytes: STEP } }

/** Two steps to a piece, so that half a piece can be stored. */
export const DOUBLE = { platform: { chunkBytes: 2 * STEP } }

/** The network, and a client that speaks to it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** What each PUT said it brings. */
export const ranges = (at: At) =>
  at
    .requests()
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['content-range'])

/** What it rejects with; null when it does not. */
export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
