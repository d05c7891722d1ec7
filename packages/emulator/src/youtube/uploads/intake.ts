import type { UploadSession } from '../records.js'
import { STEP_BYTES } from './content-range.js'

/** Position of a piece in the video, and the bytes of the piece to store. */
export interface IntakeOptions {
  /** Position in the video of the first byte of the piece. */
  readonly first: number
  /** Position in the video at which storing stops, exclusive. Infinite to store the whole piece. */
  readonly until: number
}

/**
 * Stores the bytes of a piece and adds them to the hash. An interrupted request keeps only
 * complete steps of 256 KiB. Bytes that were stored before are skipped. Storing stops when a newer
 * request arrives.
 *
 * @returns Number of bytes in the body.
 */
export async function receiveBytes(
  session: UploadSession,
  source: AsyncIterable<Uint8Array>,
  { first, until }: IntakeOptions,
): Promise<number> {
  session.turn += 1
  const { turn } = session
  const sum = session.hash.copy()
  let summed = session.received
  let position = first
  const store = (): void => {
    if (session.turn !== turn) return
    session.hash = sum.copy()
    session.received = summed
  }
  for await (const chunk of source) {
    const start = Math.max(0, summed - position)
    position += chunk.byteLength
    if (session.turn !== turn) continue
    let rest = chunk.subarray(
      Math.min(start, chunk.byteLength),
      Math.max(0, chunk.byteLength - (position - until)),
    )
    while (rest.byteLength > 0) {
      const step = rest.subarray(0, STEP_BYTES - (summed % STEP_BYTES))
      sum.update(step)
      summed += step.byteLength
      rest = rest.subarray(step.byteLength)
      if (summed % STEP_BYTES === 0) store()
    }
  }
  if (summed === until || until === Number.POSITIVE_INFINITY) store()
  return position - first
}
