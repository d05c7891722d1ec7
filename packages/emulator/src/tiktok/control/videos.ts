import { ControlError, operation } from '../../framework/control/operations.js'
import { pushAbout } from '../events.js'
import type { Publication, Stage } from '../records.js'
import type { TiktokState } from '../state.js'
import { fail, finishProcessing, makePublic, postDraft } from '../videos/progress.js'

function mustFind(state: TiktokState, publishId: string, ...stages: readonly Stage[]): Publication {
  const found = state.publications.get(publishId)
  if (found === undefined) throw new ControlError(`There is no video "${publishId}".`)
  if (stages.length > 0 && !stages.includes(found.stage))
    throw new ControlError(`The video is ${found.stage}. It must be ${stages.join(' or ')}.`)
  return found
}

/** Returns the control operations for videos. */
export function videoOperations(state: TiktokState) {
  return {
    finishProcessing: operation({
      does: 'Completes the encoding of a video: it is published, or in the inbox.',
      takes: { publishId: 'text' },
      run: ({ publishId }) =>
        finishProcessing(state, mustFind(state, publishId, 'PROCESSING'), state.clock.now()),
    }),
    makePublic: operation({
      does: 'A published video passes moderation and gets a public id.',
      takes: { publishId: 'text' },
      run: ({ publishId }) => {
        makePublic(state, mustFind(state, publishId, 'COMPLETE'), state.clock.now())
        return { postIds: mustFind(state, publishId).postIds }
      },
    }),
    failVideo: operation({
      does: 'TikTok cannot or does not publish a video.',
      takes: { publishId: 'text', reason: 'text?' },
      run: ({ publishId, reason }) =>
        fail(state, mustFind(state, publishId, 'PROCESSING'), reason ?? 'picture_size_check_failed'),
    }),
    postDraft: operation({
      does: 'The person posts a draft in the app, publicly unless `isPublic` is false.',
      takes: { publishId: 'text', isPublic: 'boolean?' },
      run: ({ publishId, isPublic }) =>
        postDraft(state, mustFind(state, publishId, 'IN_INBOX', 'COMPLETE'), { isPublic: isPublic ?? true }),
    }),
    takeDown: operation({
      does: 'A public video is made private.',
      takes: { publishId: 'text' },
      run: ({ publishId }) => {
        const video = mustFind(state, publishId, 'COMPLETE')
        const [postId] = video.postIds
        if (postId === undefined) throw new ControlError('The video is not public.')
        video.postIds = video.postIds.slice(1)
        pushAbout(state, 'post.publish.no_longer_publicaly_available', video, { post_id: postId })
      },
    }),
    setStatus: operation({
      does: "Sets the contents of a video's status: its delay in seconds behind the received bytes, whether it contains the number of bytes, and a replacement for the real status (an empty text for none).",
      takes: { lagSeconds: 'number?', reportsBytes: 'boolean?', word: 'text?' },
      run: ({ lagSeconds, reportsBytes, word }) => {
        if (lagSeconds !== undefined && !(lagSeconds >= 0 && lagSeconds < Number.POSITIVE_INFINITY))
          throw new ControlError(`"lagSeconds" is ${lagSeconds}. It must be a number of seconds, 0 or more.`)
        state.settings = {
          ...state.settings,
          ...(lagSeconds !== undefined && { statusLagSeconds: lagSeconds }),
          ...(reportsBytes !== undefined && { statusReportsBytes: reportsBytes }),
          ...(word !== undefined && { statusName: word === '' ? null : word }),
        }
      },
    }),
    answerLastPieces: operation({
      does: 'Responds to the last chunk of the next video, or of a number of videos, with this status, such as 206, 400, 403 or 404. The chunk still takes effect.',
      takes: { status: 'number', count: 'number?' },
      run: ({ status, count = 1 }) => {
        if (!Number.isInteger(status) || status < 200 || status > 599)
          throw new ControlError(`"status" is ${status}. It must be a number from 200 to 599.`)
        if (!Number.isInteger(count) || count < 0)
          throw new ControlError(`"count" is ${count}. It must be a whole number, 0 or more.`)
        state.lastPieces = { status, left: count }
      },
    }),
    setDelays: operation({
      does: 'Sets the number of seconds that encoding takes, and moderation after it.',
      takes: { processSeconds: 'number?', publicSeconds: 'number?' },
      run: ({ processSeconds, publicSeconds }) => {
        const { settings } = state
        state.settings = {
          ...settings,
          processSeconds: processSeconds ?? settings.processSeconds,
          publicSeconds: publicSeconds ?? settings.publicSeconds,
        }
      },
    }),
  }
}
