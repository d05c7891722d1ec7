import { ControlError, operation } from '../../framework/control/operations.js'
import type { YoutubeState } from '../state.js'
import { QUESTION_ANSWERS } from '../uploads/questions.js'

/**
 * Returns how many times a planned behavior repeats. Without a count, the behavior repeats without
 * end.
 */
function timesOf(count: number | undefined): number {
  if (count === undefined) return Number.POSITIVE_INFINITY
  if (Number.isInteger(count) && count >= 0) return count
  throw new ControlError(`"count" is ${count}. It must be a whole number, 0 or more.`)
}

/** Returns the control operations for problems of uploads, except connection failures. */
export function uploadOperations(state: YoutubeState) {
  return {
    storeOfNextPiece: operation({
      does: 'Stores only this many bytes of the next piece, in steps of 256 KiB, and reports it.',
      takes: { bytes: 'number' },
      run: ({ bytes }) => {
        state.storeOfNextPiece = bytes
      },
    }),
    expireUploads: operation({
      does: 'Forgets the started uploads: their URLs return 404.',
      takes: {},
      run: () => {
        for (const session of state.sessions.values()) session.expired = true
      },
    }),
    answerQuestions: operation({
      does: `Sets the response to status queries of an upload, for a number of queries or always: ${QUESTION_ANSWERS.join(', ')}. Pieces are still accepted. A count of 0 ends it.`,
      takes: { with: 'text', count: 'number?', retryAfterSeconds: 'number?' },
      run: ({ with: given, count, retryAfterSeconds = 3600 }) => {
        const answer = QUESTION_ANSWERS.find((one) => one === given)
        if (answer === undefined)
          throw new ControlError(`"${given}" is not a response. Use one of: ${QUESTION_ANSWERS.join(', ')}.`)
        if (!(retryAfterSeconds >= 0)) throw new ControlError('"retryAfterSeconds" must be 0 or more.')
        state.questions = { answer, retryAfterSeconds, left: timesOf(count) }
      },
    }),
    rewindUploads: operation({
      does: 'Discards the bytes stored from now on after every given number of pieces (default: 2), so that the Range moves back. `count` limits how often.',
      takes: { every: 'number?', count: 'number?' },
      run: ({ every = 2, count }) => {
        if (!Number.isInteger(every) || every < 1)
          throw new ControlError(`"every" is ${every}. It must be a whole number of pieces, 1 or more.`)
        state.rewinds = { every, left: timesOf(count) }
        for (const session of state.sessions.values())
          Object.assign(session, { anchor: null, piecesSinceAnchor: 0 })
      },
    }),
    forgetFinishedUploads: operation({
      does: 'Forgets the next uploads when they have become a video, a number of them or all: their URLs return 404.',
      takes: { count: 'number?' },
      run: ({ count }) => {
        state.forgetsFinished = timesOf(count)
      },
    }),
  }
}
