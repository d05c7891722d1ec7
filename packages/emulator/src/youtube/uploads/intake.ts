import type { UploadSession } from '../records.js'
import { STEP_BYTES } from './content-range.js'

/** What is taken in of a piece. */
export interface IntakeOptions {
  /** Position of its first byte in the video. */
  readonly first: number
  /** Position up to which bytes are stored; infinite when the end of the body is the end of the video. */
  readonly until: number
}

/**
 * Takes the bytes of a piece in: summed in steps, so that what a cut connection brought stays, and nothing more. Bytes
 * that are there already are passed over. Stops storing as soon as a newer request has come.
 *
 * @returns How many bytes the body had.
 */
export async function takeIn(
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
