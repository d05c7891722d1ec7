import { mentionedIn } from '../people/people.js'
import type { Post } from '../records.js'
import { inSeconds, type XState } from '../state.js'
import type { Wanted } from '../wire/params.js'
import { named } from '../wire/vocabulary.js'
import { findVersion } from './post-store.js'
import { shownText } from './shown-text.js'

/**
 * Maximum length of a text before the response shortens it, equal to the limit of accounts without
 * Premium. https://docs.x.com/fundamentals/counting-characters (read 2026-11-22)
 */
const SHORT = 280
/**
 * Seconds in which a post can be edited: one hour since October 2025. https://docs.x.com/changelog
 * X's page about edits still states 30 minutes (read 2026-11-23).
 */
const EDIT_SECONDS = 3600
/**
 * Maximum number of edits of a post. https://docs.x.com/x-api/fundamentals/edit-posts (read
 * 2026-11-23)
 */
const MAX_EDITS = 5

const isReadable = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isReadable(value)))

/** Finds the id of the author of the parent post. */
export function repliedToAuthorId(state: XState, { repliedToId }: Post): string | undefined {
  return repliedToId === null ? undefined : findVersion(state, repliedToId)?.authorId
}

function referenced({ repliedToId, quotedId, repostedId }: Post): object[] {
  return [
    ['replied_to', repliedToId] as const,
    ['quoted', quotedId] as const,
    ['retweeted', repostedId] as const,
  ].flatMap(([type, id]) => (id === null ? [] : [{ type, id }]))
}

function metrics(state: XState, post: Post): object {
  const others = [...state.posts.values()]
  return {
    [named(state, 'repost_count')]: others.filter(({ repostedId }) => repostedId === post.id).length,
    reply_count: others.filter(({ repliedToId }) => repliedToId === post.id).length,
    like_count: post.likedBy.size,
    quote_count: others.filter(({ quotedId }) => quotedId === post.id).length,
    bookmark_count: 0,
    impression_count: post.impressions,
  }
}

/**
 * Days after which X no longer reports the metrics that only the author sees.
 * https://docs.x.com/x-api/fundamentals/metrics (read 2026-11-24)
 */
const PRIVATE_METRICS_DAYS = 30

/** Metrics that only the author sees. */
export const PRIVATE_METRICS = ['non_public_metrics', 'organic_metrics'] as const

/** Returns true if the person sees the private metrics of a post. */
export function seesPrivateMetrics(state: XState, post: Post, readerId: string): boolean {
  const days = (state.clock.now().getTime() - post.createdAt.getTime()) / 86_400_000
  return post.authorId === readerId && days < PRIVATE_METRICS_DAYS
}

function privateMetrics(state: XState, post: Post, readerId: string | null): Record<string, unknown> {
  if (readerId === null || !seesPrivateMetrics(state, post, readerId)) return {}
  const { url_link_clicks, user_profile_clicks } = post.clicks
  const { impressions: impression_count } = post
  return {
    non_public_metrics: { impression_count, ...post.clicks },
    organic_metrics: {
      impression_count,
      like_count: post.likedBy.size,
      url_link_clicks,
      user_profile_clicks,
    },
  }
}

function editControls(state: XState, post: Post): object {
  const until = inSeconds(
    state,
    (post.createdAt.getTime() - state.clock.now().getTime()) / 1000 + EDIT_SECONDS,
  )
  const isOwnKind =
    post.kind === 'POST' && post.poll === null && post.repliedToId === null && post.communityId === null
  return {
    edits_remaining: MAX_EDITS + 1 - post.history.length,
    is_edit_eligible: isOwnKind && (state.people.get(post.authorId)?.subscription ?? 'None') !== 'None',
    editable_until: until.toISOString(),
  }
}

/** Returns all fields of a post. */
function allFields(state: XState, post: Post): Record<string, unknown> {
  const shown = shownText(post)
  const isLong = Array.from(shown.text).length > SHORT
  const { mediaIds, poll } = post
  const mentions = mentionedIn(state, post.text).map(({ id, username }) => ({
    id,
    username,
    start: 0,
    end: 0,
  }))
  return {
    id: post.id,
    text: isLong
      ? `${Array.from(shown.text)
          .slice(0, SHORT - 1)
          .join('')}…`
      : shown.text,
    edit_history_post_ids: post.history,
    note_post: isLong ? { text: shown.text } : undefined,
    author_id: post.authorId,
    created_at: post.createdAt.toISOString(),
    conversation_id: post.conversationId,
    in_reply_to_user_id: repliedToAuthorId(state, post),
    referenced_posts: referenced(post),
    attachments:
      mediaIds.length > 0 || poll !== null
        ? defined({ media_keys: mediaIds.map((id) => `3_${id}`), poll_ids: poll === null ? [] : [poll.id] })
        : undefined,
    entities:
      shown.urls.length + mentions.length > 0 ? defined({ urls: [...shown.urls], mentions }) : undefined,
    public_metrics: metrics(state, post),
    edit_controls: editControls(state, post),
    reply_settings: post.replySettings,
    community_id: post.communityId ?? undefined,
    paid_partnership: post.paidPartnership,
    lang: 'en',
    possibly_sensitive: false,
    source: undefined,
  }
}

const DEFAULT_FIELDS = ['id', 'text', 'edit_history_post_ids']

/** Describes a post as the API returns it: with default fields, requested fields, and fields for expansions. */
export function postJson(
  state: XState,
  post: Post,
  wanted: Pick<Wanted, 'post' | 'expansions'>,
  readerId: string | null = null,
): Record<string, unknown> {
  const all = { ...allFields(state, post), ...privateMetrics(state, post, readerId) }
  const requested = new Set([...DEFAULT_FIELDS, ...wanted.post])
  for (const expansion of wanted.expansions) requested.add(expansion.split('.')[0] ?? expansion)
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name, value]) => requested.has(name) && isReadable(value))
      .map(([name, value]) => [named(state, name), value]),
  )
}
