import { identifierOf } from './people.js'
import type { Comment, EventType } from './records.js'
import { type BusinessState, secondsOf } from './state.js'
import { withNumbers } from './wire/refusals.js'

/**
 * Queues a webhook event if the app is subscribed. The field `content` is a JSON object written as
 * a string, as on TikTok.
 */
export function pushEvent(
  state: BusinessState,
  event: string,
  facts: {
    readonly type: EventType | null
    readonly openId: string | null
    readonly content: unknown
    readonly videoId?: string
  },
): void {
  const { type, openId, content, videoId } = facts
  const candidates = type === null ? [...state.subscriptions.values()] : [state.subscriptions.get(type)]
  const subscription = candidates.find((one) => one !== undefined)
  if (subscription === undefined) return
  const { itemList, callbackUrl: url } = subscription
  if (videoId !== undefined && itemList.size > 0 && !itemList.has(videoId)) return
  const body = JSON.stringify({
    client_key: state.settings.appId,
    event,
    create_time: secondsOf(state.clock.now()),
    ...(openId !== null && { user_openid: openId }),
    content: withNumbers(JSON.stringify(content)),
  })
  const pushing = state.sender.push({ url, body }).finally(() => state.pushing.delete(pushing))
  state.pushing.add(pushing)
}

/** Change of a comment, as reported in the event `comment.update`. */
export type CommentAction = 'insert' | 'delete' | 'set_to_hidden' | 'set_to_friends_only' | 'set_to_public'

/**
 * Sends the event `comment.update`. Nothing is sent for private videos, or if no valid token of
 * the account allows the app to read comments.
 */
export function pushComment(state: BusinessState, comment: Comment, action: CommentAction): void {
  const video = state.videos.get(comment.videoId)
  if (video?.isPublic !== true) return
  const mayRead = state.accesses.some(
    ({ openId, revoked, scopes }) => openId === video.openId && !revoked && scopes.includes('comment.list'),
  )
  if (!mayRead) return
  pushEvent(state, 'comment.update', {
    type: 'COMMENT',
    openId: video.openId,
    videoId: video.id,
    content: {
      // TikTok sends the ids in this event as numbers of 19 digits.
      comment_id: `#${comment.id}`,
      video_id: `#${video.id}`,
      parent_comment_id: `#${comment.parentId ?? 0}`,
      comment_type: comment.parentId === null ? 'comment' : 'reply',
      comment_action: action,
      unique_identifier: identifierOf(comment.by),
      timestamp: state.clock.now().getTime(),
      text: comment.text,
    },
  })
}

/** Revokes the app's access to an account. The tokens become invalid before the event is sent. */
export function removeAccess(state: BusinessState, openId: string, reason: number): void {
  for (const access of state.accesses) if (access.openId === openId) access.revoked = true
  pushEvent(state, 'authorization.removed', { type: null, openId, content: { reason } })
}
