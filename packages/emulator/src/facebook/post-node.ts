import { type FieldRequest, type NodeType, pick, project } from '../meta/fields.js'
import { graphDate, secondsOf } from '../meta/state.js'
import type { Comment, Photo, Post, Story } from './records.js'
import type { FacebookState } from './state.js'

/** Returns the reactions to an object, by the id of the person or page. */
export const reactionsOf = (state: FacebookState, id: string): ReadonlyMap<string, string> =>
  state.reactions.get(id) ?? new Map<string, string>()

/** Returns all comments and replies on a post or video, oldest first. */
export const commentsOn = (state: FacebookState, objectId: string): Comment[] =>
  [...state.comments.values()].filter((comment) => comment.objectId === objectId)

/** Returns the replies to a comment. */
export const answersTo = (state: FacebookState, id: string): Comment[] =>
  [...state.comments.values()].filter(({ parentId }) => parentId === id)

/**
 * Returns a list limited to `limit` items. With `summary(true)`, adds the total count before the
 * limit.
 */
function counted(
  request: FieldRequest,
  items: readonly unknown[],
  more: Readonly<Record<string, unknown>>,
): unknown {
  const { limit = '25', summary } = request.args
  return {
    data: items.slice(0, Number(limit)),
    ...(summary === 'true' && { summary: { total_count: items.length, ...more } }),
  }
}

/** Returns the fields `reactions`, `likes` and `comments` for an object type. */
export function engagementFields<T extends { readonly id: string }>(
  state: FacebookState,
): NodeType<T>['fields'] {
  const people = (id: string, kind: string | null) =>
    [...reactionsOf(state, id)]
      .filter(([, type]) => kind === null || type === kind)
      .map(([who, type]) => ({ id: who, type }))
  return {
    reactions: ({ id }, request) => counted(request, people(id, null), { viewer_reaction: 'NONE' }),
    likes: ({ id }, request) => counted(request, people(id, 'LIKE'), { can_like: true, has_liked: false }),
    comments: ({ id }, request) =>
      counted(
        request,
        commentsOn(state, id).map((one) => project(commentType(state), one, request.fields)),
        { order: 'ranked', can_comment: true },
      ),
  }
}

/** Returns the readable fields of a comment. */
export function commentType(state: FacebookState): NodeType<Comment> {
  return {
    name: 'Comment',
    defaults: ['created_time', 'from', 'message', 'id'],
    fields: {
      id: ({ id }) => id,
      message: ({ message }) => message,
      created_time: ({ createdAt }) => graphDate(createdAt),
      from: ({ from }, request) => pick(from, request),
      parent: ({ parentId }, request) => (parentId === null ? undefined : pick({ id: parentId }, request)),
      permalink_url: ({ id, objectId, pageId }) =>
        `https://www.facebook.com/${pageId}/posts/${objectId.split('_').at(-1)}?comment_id=${id.split('_').at(-1)}`,
      attachment: ({ id, picture }) =>
        picture === null
          ? undefined
          : {
              type: 'photo',
              media: { image: { height: 720, width: 720, src: picture } },
              url: `https://www.facebook.com/photo/?fbid=${id}`,
            },
      is_hidden: ({ hidden }) => hidden,
      can_hide: ({ from, pageId }) => from.id !== pageId,
      can_remove: () => true,
      like_count: ({ id }) => reactionsOf(state, id).size,
      comment_count: ({ id }) => answersTo(state, id).length,
      user_likes: ({ id, pageId }) => reactionsOf(state, id).has(pageId),
      object: ({ objectId }) => ({ id: objectId }),
      ...engagementFields<Comment>(state),
    },
  }
}

/** Returns the readable fields of a post. */
export function postType(state: FacebookState): NodeType<Post> {
  return {
    name: 'PagePost',
    defaults: ['created_time', 'message', 'id'],
    fields: {
      id: ({ id }) => id,
      message: ({ message }) => (message === '' ? undefined : message),
      created_time: ({ createdAt }) => graphDate(createdAt),
      updated_time: ({ createdAt }) => graphDate(createdAt),
      permalink_url: ({ id, pageId }) => `https://www.facebook.com/${pageId}/posts/${id.split('_')[1]}`,
      from: ({ pageId }, request) => pick({ id: pageId, name: state.pages.get(pageId)?.name }, request),
      is_published: ({ published }) => published,
      is_hidden: ({ isHidden }) => isHidden,
      scheduled_publish_time: ({ scheduledFor }) =>
        scheduledFor === null ? undefined : secondsOf(scheduledFor),
      status_type: ({ photos, videoId, link }) =>
        videoId !== null
          ? 'added_video'
          : photos.length > 0
            ? 'added_photos'
            : link === null
              ? 'mobile_status_update'
              : 'shared_story',
      shares: ({ shares }) => (shares === 0 ? undefined : { count: shares }),
      full_picture: ({ photos }) =>
        photos.length === 0 ? undefined : `https://scontent.example/${photos[0]}.jpg`,
      place: ({ extra }) => (extra['place'] === undefined ? undefined : { id: extra['place'] }),
      attachments: ({ photos, videoId, link }) => {
        const media = [...photos, ...(videoId === null ? [] : [videoId])]
        const data = media.map((id) => ({ target: { id }, type: id === videoId ? 'video_inline' : 'photo' }))
        return data.length + Number(link !== null) === 0
          ? undefined
          : { data: link === null ? data : [...data, { type: 'share', url: link }] }
      },
      ...engagementFields<Post>(state),
    },
  }
}

/** Returns the readable fields of a photo. */
export function photoType(state: FacebookState): NodeType<Photo> {
  return {
    name: 'Photo',
    defaults: ['created_time', 'id'],
    fields: {
      id: ({ id }) => id,
      created_time: ({ createdAt }) => graphDate(createdAt),
      alt_text_custom: ({ altText }) => altText ?? undefined,
      page_story_id: ({ postId }) => postId ?? undefined,
      link: ({ id }) => `https://www.facebook.com/photo/?fbid=${id}`,
      images: ({ id }) => [{ height: 720, width: 720, source: `https://scontent.example/${id}.jpg` }],
      ...engagementFields<Photo>(state),
    },
  }
}

/** Returns a story as JSON. A story is archived 24 hours after its creation. */
export const storyJson = ({ postId, mediaType, mediaId, createdAt }: Story, now: Date): object => ({
  post_id: postId,
  status: now.getTime() - createdAt.getTime() < 86_400_000 ? 'PUBLISHED' : 'ARCHIVED',
  creation_time: String(secondsOf(createdAt)),
  media_type: mediaType,
  media_id: mediaId,
  url: `https://www.facebook.com/stories/${postId}`,
})
