import { type NodeType, pick, project } from '../meta/fields.js'
import { graphDate, later } from '../meta/state.js'
import type { Account, Post } from './records.js'
import type { ThreadsState } from './state.js'

/** Returns the URL of a post. */
export const permalinkOf = ({ username, shortcode }: Post): string =>
  `https://www.threads.com/@${username}/post/${shortcode}`

/** Returns the direct replies to a post, visible or pending. */
export const repliesTo = (state: ThreadsState, id: string): Post[] =>
  [...state.posts.values()].filter(({ replyTo }) => replyTo === id)

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))

function pollOf({ given, createdAt }: Post): unknown {
  if (given['poll_attachment'] === undefined) return undefined
  const options = JSON.parse(given['poll_attachment']) as Readonly<Record<string, string>> // safe cast: `checkOptions` validated the poll when the container was created
  const votes = Object.keys(options).map((name) => [`${name}_votes_percentage`, 0])
  return {
    ...options,
    ...Object.fromEntries(votes),
    total_votes: 0,
    expiration_timestamp: graphDate(later(createdAt, 86_400)),
  }
}

const references: NodeType<Post>['fields'] = {
  root_post: ({ root }, request) => (root === null ? undefined : pick({ id: root }, request)),
  replied_to: ({ replyTo }, request) => (replyTo === null ? undefined : pick({ id: replyTo }, request)),
  quoted_post: ({ given }, request) =>
    given['quote_post_id'] === undefined ? undefined : pick({ id: given['quote_post_id'] }, request),
  reposted_post: ({ repostOf }, request) => (repostOf === null ? undefined : pick({ id: repostOf }, request)),
  is_reply: ({ replyTo }) => replyTo !== null,
  is_quote_post: ({ given }) => given['quote_post_id'] !== undefined,
}

/** Defines the fields that return the creation options of a post. */
const options: NodeType<Post>['fields'] = {
  alt_text: ({ given }) => given['alt_text'],
  topic_tag: ({ given, text }) => given['topic_tag'] ?? /#(\w*[a-z]\w*)/i.exec(text ?? '')?.[1],
  link_attachment_url: ({ given, text }) =>
    given['link_attachment'] ?? /https?:\/\/\S+/.exec(text ?? '')?.[0],
  reply_audience: ({ given }) => (given['reply_control'] ?? 'everyone').toUpperCase(),
  is_spoiler_media: ({ given }) => given['is_spoiler_media'] === 'true',
  text_entities: ({ given }) => parsed(given['text_entities']),
  text_attachment: ({ given }) => parsed(given['text_attachment']),
  poll_attachment: (post) => pollOf(post),
  gif_url: ({ given }) =>
    given['gif_attachment'] === undefined ? undefined : 'https://media.giphy.example/1.gif',
  allowlisted_country_codes: ({ given }) => given['allowlisted_country_codes']?.split(','),
  location_id: ({ given }) => given['location_id'],
}

/** Defines the readable fields of a post. */
export function postType(state: ThreadsState, callerId: string): NodeType<Post> {
  const type: NodeType<Post> = {
    name: 'ThreadsMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      media_product_type: () => 'THREADS',
      media_type: ({ mediaType }) => mediaType,
      media_url: ({ id, file }) => (file === null ? undefined : `https://scontent.example/${id}`),
      thumbnail_url: ({ id, mediaType }) =>
        mediaType === 'VIDEO' ? `https://scontent.example/${id}/thumbnail.jpg` : undefined,
      permalink: (post) => permalinkOf(post),
      owner: ({ owner }) => (owner === callerId ? { id: owner } : undefined),
      username: ({ username }) => username,
      text: ({ text }) => text ?? undefined,
      timestamp: ({ createdAt }) => graphDate(createdAt),
      shortcode: ({ shortcode }) => shortcode,
      has_replies: ({ id }) => repliesTo(state, id).length > 0,
      is_reply_owned_by_me: ({ owner }) => owner === callerId,
      hide_status: ({ hidden }) => (hidden ? 'HIDDEN' : 'NOT_HUSHED'),
      reply_approval_status: ({ approval }) => approval ?? undefined,
      ghost_post_status: ({ given, createdAt }) =>
        given['is_ghost_post'] === 'true'
          ? later(createdAt, 86_400) > state.clock.now()
            ? 'ACTIVE'
            : 'ARCHIVED'
          : undefined,
      children: ({ children }, { fields }) =>
        children.length === 0
          ? undefined
          : { data: children.flatMap((id) => written(state.posts.get(id), fields)) },
      ...references,
      ...options,
    },
  }
  const written = (post: Post | undefined, fields: Parameters<typeof project>[2]): unknown[] =>
    post === undefined ? [] : [project(type, post, fields)]
  return type
}

/** Defines the readable fields of an account. */
export const accountType: NodeType<Account> = {
  name: 'ThreadsUser',
  defaults: ['id'],
  fields: {
    id: ({ id }) => id,
    username: ({ username }) => username,
    name: ({ name }) => name,
    threads_profile_picture_url: ({ username }) => `https://scontent.example/${username}.jpg`,
    threads_biography: () => '',
    is_verified: () => false,
    is_eligible_for_geo_gating: ({ geoGating }) => geoGating,
  },
}
