import type { FieldRequest, NodeType } from '../meta/fields.js'
import { pick, project } from '../meta/fields.js'
import { graphDate } from '../meta/state.js'
import type { Account, Comment, Media } from './records.js'
import type { InstagramState } from './state.js'

const owned = (state: InstagramState, id: string): Account | undefined => state.accounts.get(id)

/** Returns the top-level comments on media. Like Instagram, newest first. */
export const topComments = (state: InstagramState, mediaId: string): Comment[] =>
  [...state.comments.values()].filter((one) => one.mediaId === mediaId && one.parentId === null).toReversed()

/** Returns the replies to a comment, oldest first. */
export const repliesOf = (state: InstagramState, id: string): Comment[] =>
  [...state.comments.values()].filter(({ parentId }) => parentId === id)

/** Returns the readable fields of a comment. */
export function commentType(state: InstagramState): NodeType<Comment> {
  const type: NodeType<Comment> = {
    name: 'IGComment',
    defaults: ['timestamp', 'text', 'id'],
    fields: {
      id: ({ id }) => id,
      text: ({ text }) => text,
      timestamp: ({ createdAt }) => graphDate(createdAt),
      username: ({ from }) => from.username,
      from: ({ from }, request) => pick(from, request),
      parent_id: ({ parentId }) => parentId ?? undefined,
      hidden: ({ hidden }) => hidden,
      like_count: () => 0,
      user: ({ from }) => (state.accounts.has(from.id) ? { id: from.id } : undefined),
      media: ({ mediaId }, request) =>
        pick({ id: mediaId, media_product_type: state.media.get(mediaId)?.productType ?? 'FEED' }, request),
      replies: ({ id }, { fields }: FieldRequest) => {
        const replies = repliesOf(state, id)
        return replies.length === 0 ? undefined : { data: replies.map((one) => project(type, one, fields)) }
      },
    },
  }
  return type
}

/** Returns the readable fields of published media. */
export function mediaType(state: InstagramState): NodeType<Media> {
  const permalink = ({ shortcode, productType, owner }: Media): string =>
    productType === 'STORY'
      ? `https://www.instagram.com/stories/${owned(state, owner)?.username}/${shortcode}`
      : `https://www.instagram.com/${productType === 'REELS' ? 'reel' : 'p'}/${shortcode}/`
  const type: NodeType<Media> = {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      caption: ({ caption }) => caption ?? undefined,
      media_type: (media) => media.mediaType,
      media_product_type: ({ productType }) => productType,
      media_url: ({ id }) => `https://scontent.example/${id}`,
      thumbnail_url: (media) =>
        media.mediaType === 'VIDEO' ? `https://scontent.example/${media.id}/thumbnail.jpg` : undefined,
      permalink: (media) => permalink(media),
      shortcode: ({ shortcode }) => shortcode,
      timestamp: ({ createdAt }) => graphDate(createdAt),
      username: ({ owner }) => owned(state, owner)?.username,
      owner: ({ owner }) => ({ id: owner }),
      like_count: ({ likes }) => likes,
      comments_count: ({ id }) => [...state.comments.values()].filter(({ mediaId }) => mediaId === id).length,
      is_comment_enabled: ({ commentsEnabled }) => commentsEnabled,
      is_shared_to_feed: ({ productType, given }) =>
        productType === 'REELS' ? given['share_to_feed'] !== 'false' : undefined,
      is_ai_generated: ({ given }) => given['is_ai_generated'] === 'true',
      alt_text: ({ given }) => given['alt_text'],
      children: ({ children }, { fields }) =>
        children.length === 0
          ? undefined
          : {
              data: children.flatMap((id) => {
                const child = state.media.get(id)
                return child === undefined ? [] : [project(type, child, fields)]
              }),
            },
    },
  }
  return type
}

/** Returns the readable fields of an account. */
export function accountType(state: InstagramState): NodeType<Account> {
  return {
    name: 'InstagramUser',
    defaults: ['id'],
    fields: {
      id: ({ appScopedId }) => appScopedId,
      user_id: ({ userId }) => userId,
      username: ({ username }) => username,
      name: ({ name }) => name,
      account_type: (account) => account.accountType,
      profile_picture_url: ({ username }) => `https://scontent.example/${username}.jpg`,
      followers_count: () => 0,
      follows_count: () => 0,
      biography: () => '',
      media_count: ({ userId }) =>
        [...state.media.values()].filter(({ owner, isPiece }) => owner === userId && !isPiece).length,
    },
  }
}
