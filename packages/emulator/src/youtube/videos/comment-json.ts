import { pictureOf } from '../people/channels.js'
import type { Comment } from '../records.js'
import type { YoutubeState } from '../state.js'
import { etag } from '../wire/lists.js'

const moment = (date: Date): string => date.toISOString().replace('.000Z', 'Z')

function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')
}

/** Returns a comment as JSON. Only the author's channel receives `textOriginal`. */
export function commentJson(
  state: YoutubeState,
  comment: Comment,
  reader: { readonly channelIds: readonly string[]; readonly textFormat: string },
): object {
  const author = state.channels.get(comment.authorId)
  const snippet = {
    channelId: comment.channelId,
    videoId: comment.videoId,
    textDisplay: reader.textFormat === 'plainText' ? comment.text : asHtml(comment.text),
    ...(reader.channelIds.includes(comment.authorId) && { textOriginal: comment.text }),
    ...(comment.parentId !== null && { parentId: comment.parentId }),
    ...(author && {
      authorDisplayName: author.handle,
      authorProfileImageUrl: pictureOf(state, author.id, 48),
      authorChannelUrl: `http://www.youtube.com/${author.handle}`,
      authorChannelId: { value: author.id },
    }),
    canRate: true,
    viewerRating: 'none',
    likeCount: 0,
    ...(comment.moderationStatus !== 'published' && { moderationStatus: comment.moderationStatus }),
    publishedAt: moment(comment.publishedAt),
    updatedAt: moment(comment.updatedAt),
  }
  return { kind: 'youtube#comment', etag: etag(snippet), id: comment.id, snippet }
}

/** Returns a thread as JSON: its top-level comment, and the number of published replies. */
export function threadJson(
  state: YoutubeState,
  top: Comment,
  reader: { readonly channelIds: readonly string[]; readonly textFormat: string },
): object {
  const replies = [...state.comments.values()].filter(
    ({ parentId, moderationStatus }) => parentId === top.id && moderationStatus === 'published',
  )
  const snippet = {
    channelId: top.channelId,
    videoId: top.videoId,
    topLevelComment: commentJson(state, top, reader),
    canReply: true,
    totalReplyCount: replies.length,
    isPublic: top.moderationStatus === 'published',
  }
  return { kind: 'youtube#commentThread', etag: etag(snippet), id: top.id, snippet }
}
