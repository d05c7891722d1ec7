import { ControlError, operation } from '../../framework/control/operations.js'
import { addActivity } from '../analytics/activity.js'
import { makeChannel, findChannel } from '../people/people.js'
import type { Comment, Video } from '../records.js'
import type { YoutubeState } from '../state.js'
import { addComment, removeComment } from '../videos/comments.js'
import { uploadOperations } from './uploads.js'

function videosToEnd(state: YoutubeState, id: string | undefined): readonly Video[] {
  const videos = [...state.videos.values()].filter((video) =>
    id === undefined ? video.outcome === null : video.id === id,
  )
  if (id !== undefined && videos.length === 0) throw new ControlError(`There is no video "${id}".`)
  return videos
}

function mustFindVideo(state: YoutubeState, id: string): Video {
  const video = state.videos.get(id)
  if (video) return video
  throw new ControlError(
    `There is no video "${id}". Existing videos: ${[...state.videos.keys()].join(', ')}.`,
  )
}

function mustFindComment(state: YoutubeState, id: string): Comment {
  const comment = state.comments.get(id)
  if (comment) return comment
  throw new ControlError(`There is no comment "${id}".`)
}

/** Returns the control operations for videos. */
function videoOperations(state: YoutubeState) {
  return {
    finishProcessing: operation({
      does: 'Completes the processing of all unprocessed videos, or of one.',
      takes: { id: 'text?' },
      run: ({ id }) => {
        for (const video of videosToEnd(state, id)) video.outcome = 'PROCESSED'
      },
    }),
    failProcessing: operation({
      does: 'Makes the processing of these videos fail: codec, conversion, invalidFile, emptyFile, tooSmall, uploadAborted.',
      takes: { id: 'text?', reason: 'text?' },
      run: ({ id, reason }) => {
        for (const video of videosToEnd(state, id))
          Object.assign(video, { outcome: 'FAILED', reason: reason ?? 'codec' })
      },
    }),
    rejectVideo: operation({
      does: 'Rejects these videos: duplicate, copyright, inappropriate, termsOfUse, length, claim, trademark, legal.',
      takes: { id: 'text?', reason: 'text?' },
      run: ({ id, reason }) => {
        for (const video of videosToEnd(state, id))
          Object.assign(video, { outcome: 'REJECTED', reason: reason ?? 'duplicate' })
      },
    }),
    deleteVideo: operation({
      does: 'Deletes a video.',
      takes: { id: 'text' },
      run: ({ id }) => {
        state.videos.delete(mustFindVideo(state, id).id)
      },
    }),
    setStats: operation({
      does: 'Sets the number of views and likes of a video.',
      takes: { id: 'text', views: 'number?', likes: 'number?' },
      run: ({ id, views, likes }) => {
        const video = mustFindVideo(state, id)
        Object.assign(video, { views: views ?? video.views, likes: likes ?? video.likes })
      },
    }),
    addActivity: operation({
      does: 'People watch a video on a day of Pacific time, such as 2026-11-20. YouTube counts the last two days later.',
      takes: {
        id: 'text',
        day: 'text',
        views: 'number?',
        likes: 'number?',
        comments: 'number?',
        shares: 'number?',
        minutesWatched: 'number?',
        subscribersGained: 'number?',
        subscribersLost: 'number?',
      },
      run: ({ id, day, minutesWatched = 0, ...counts }) => {
        if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new ControlError(`"day" is "${day}", not a date.`)
        const given = Object.entries(counts).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )
        const added = { ...Object.fromEntries(given), estimatedMinutesWatched: minutesWatched }
        addActivity(state, mustFindVideo(state, id).id, day, added)
      },
    }),
  }
}

/** Returns the control operations for comments. */
function commentOperations(state: YoutubeState) {
  return {
    comment: operation({
      does: 'A person comments on a video, or replies to a comment. A name without a channel gets a new one.',
      takes: { by: 'text', on: 'text', text: 'text' },
      run: ({ by, on, text }) => {
        const parent = state.comments.get(on)
        const { videoId, channelId } = parent ?? {
          videoId: on,
          channelId: mustFindVideo(state, on).channelId,
        }
        const author = findChannel(state, by) ?? makeChannel(state, by, null)
        const parentId = parent ? (parent.parentId ?? parent.id) : null
        return addComment(state, { videoId, channelId, parentId, authorId: author.id, text })
      },
    }),
    showCommentsLate: operation({
      does: 'Sets the number of seconds before new comments appear in the list of replies. 0 for immediately.',
      takes: { seconds: 'number' },
      run: ({ seconds }) => {
        if (!(seconds >= 0)) throw new ControlError(`"seconds" is ${seconds}. It must be 0 or more.`)
        state.commentDelaySeconds = seconds
      },
    }),
    deleteComment: operation({
      does: 'The author deletes a comment.',
      takes: { id: 'text' },
      run: ({ id }) => removeComment(state, mustFindComment(state, id).id),
    }),
  }
}

/** Returns the control operations for the behavior and settings of the emulated YouTube. */
export function networkOperations(state: YoutubeState) {
  return {
    ...videoOperations(state),
    ...commentOperations(state),
    ...uploadOperations(state),
    setQuota: operation({
      does: 'Sets the daily quotas: units, uploads, uploads of a channel, and the units of an upload as before June 2026.',
      takes: {
        unitsPerDay: 'number?',
        uploadsPerDay: 'number?',
        channelUploadsPerDay: 'number?',
        unitsPerUpload: 'number?',
      },
      run: (changes) => {
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        state.settings = { ...state.settings, ...given }
      },
    }),
    switchApi: operation({
      does: 'Enables or disables the API for the Cloud project.',
      takes: { on: 'boolean' },
      run: ({ on }) => {
        state.settings = { ...state.settings, isApiOn: on }
      },
    }),
  }
}
