import { ControlError, operation, unknownName } from '../../framework/control/operations.js'
import { addComment, removeComment, setVisibility } from '../comments/comments.js'
import type { Comment, Video } from '../records.js'
import { type BusinessState, nextId } from '../state.js'
import { mustFindPerson } from './access.js'

function mustFindVideo(state: BusinessState, id: string): Video {
  const video = state.videos.get(id)
  if (video === undefined) throw new ControlError(`There is no video "${id}".`)
  return video
}

function mustFindComment(state: BusinessState, id: string): Comment {
  const comment = state.comments.get(id)
  if (comment === undefined) throw new ControlError(`There is no comment "${id}".`)
  return comment
}

function momentOf(state: BusinessState, secondsAgo: number | undefined): Date {
  return new Date(state.clock.now().getTime() - (secondsAgo ?? 0) * 1000)
}

/** Returns the control operations for videos and their comments. */
export function commentOperations(state: BusinessState) {
  return {
    setStats: operation({
      does: 'Sets the statistics of a video. Half of its viewers watch it to the end.',
      takes: {
        id: 'text',
        views: 'number?',
        reach: 'number?',
        likes: 'number?',
        shares: 'number?',
        favorites: 'number?',
        secondsWatched: 'number?',
      },
      run: ({ id, views = 0, reach = 0, likes = 0, shares = 0, favorites = 0, secondsWatched = 0 }) => {
        const video = state.videos.get(id)
        if (video === undefined) throw unknownName(id, state.videos.keys())
        video.stats = {
          video_views: views,
          reach,
          likes,
          shares,
          favorites,
          total_time_watched: secondsWatched,
          average_time_watched: views === 0 ? 0 : secondsWatched / views,
          full_video_watched_rate: views === 0 ? 0 : 0.5,
        }
      },
    }),
    addVideo: operation({
      does: 'A person posts a video, now or a number of seconds ago.',
      takes: { person: 'text', caption: 'text?', secondsAgo: 'number?', isPublic: 'boolean?' },
      run: ({ person, caption, secondsAgo, isPublic }) => {
        const video: Video = {
          id: nextId(state),
          openId: mustFindPerson(state, person).openId,
          caption: caption ?? '',
          createdAt: momentOf(state, secondsAgo),
          isPublic: isPublic ?? true,
          stats: {},
        }
        state.videos.set(video.id, video)
        return { ...video }
      },
    }),
    deleteVideo: operation({
      does: 'A video is deleted with its comments. Nothing is pushed.',
      takes: { id: 'text' },
      run: ({ id }) => {
        state.videos.delete(mustFindVideo(state, id).id)
        for (const { id: comment, videoId } of state.comments.values())
          if (videoId === id) state.comments.delete(comment)
      },
    }),
    comment: operation({
      does: 'A person comments on a video, or replies to a comment there. An event is pushed if a subscription exists.',
      takes: {
        by: 'text',
        video: 'text',
        text: 'text',
        to: 'text?',
        secondsAgo: 'number?',
        pinned: 'boolean?',
      },
      run: ({ by, video, text, to, secondsAgo, pinned }) => {
        const parentId = to === undefined ? null : mustFindComment(state, to).id
        const createdAt = momentOf(state, secondsAgo)
        const isPinned = pinned ?? false
        return {
          ...addComment(state, {
            video: mustFindVideo(state, video),
            by,
            text,
            parentId,
            createdAt,
            isPinned,
          }),
        }
      },
    }),
    deleteComment: operation({
      does: 'The author deletes a comment with its replies. An event is pushed.',
      takes: { id: 'text' },
      run: ({ id }) => removeComment(state, mustFindComment(state, id)),
    }),
    moderate: operation({
      does: 'TikTok hides a comment. Showing it again succeeds without an effect. `off` removes this.',
      takes: { id: 'text', off: 'boolean?' },
      run: ({ id, off }) => {
        const comment = mustFindComment(state, id)
        comment.isModerated = off !== true
        setVisibility(state, comment, off !== true)
      },
    }),
    pin: operation({
      does: 'The owner pins a comment, or unpins it with off.',
      takes: { id: 'text', off: 'boolean?' },
      run: ({ id, off }) => {
        mustFindComment(state, id).isPinned = off !== true
      },
    }),
    setLikes: operation({
      does: 'Sets the number of likes of a comment.',
      takes: { id: 'text', likes: 'number' },
      run: ({ id, likes }) => {
        mustFindComment(state, id).likes = likes
      },
    }),
  }
}
