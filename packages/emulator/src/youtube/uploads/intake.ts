import type { UploadSession } from '../records.js'
import { STEP_BYTES } from './content-range.js'

/** Range of bytes to store from a piece. */
export interface IntakeOptions {
  /** Position of its first byte in the video. */
  readonly first: number
  /** End position of the bytes to store. Infinite if the body ends with the video. */
  readonly until: number
}

/**
 * Stores the bytes of a piece. They are hashed in steps, so that only the bytes received before an interruption
 * remain. Bytes stored earlier are skipped. Stops when a newer request arrives.
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
