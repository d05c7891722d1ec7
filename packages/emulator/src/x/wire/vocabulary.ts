import type { XState } from '../state.js'

/** Names that X changed on 7 August 2026. Maps each new name to the old name. */
const OLD: Readonly<Record<string, string>> = {
  referenced_posts: 'referenced_tweets',
  posts: 'tweets',
  repost_count: 'retweet_count',
  edit_history_post_ids: 'edit_history_tweet_ids',
  note_post: 'note_tweet',
  post_count: 'tweet_count',
  pinned_post_id: 'pinned_tweet_id',
  most_recent_post_id: 'most_recent_tweet_id',
}

/** Returns a name in the vocabulary that the settings select. */
export const named = ({ settings }: XState, name: string): string =>
  settings.vocabulary === 'TWEETS' ? (OLD[name] ?? name) : name

const OLD_EXPANSIONS: Readonly<Record<string, string>> = {
  'referenced_tweets.id': 'referenced_posts',
  edit_history_tweet_ids: 'edit_history_post_ids',
}
const NEW: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(OLD).map(([to, from]) => [from, to])),
  ...OLD_EXPANSIONS,
}

/** Returns the new name for an old name. Other names are returned unchanged. */
export const modern = (name: string): string => NEW[name] ?? name

/**
 * Names of the fields of a post. https://docs.x.com/x-api/posts/lookup (description 2.167, read
 * 2026-11-22)
 */
export const POST_FIELDS: ReadonlySet<string> = new Set([
  'article',
  'article_title',
  'attachments',
  'card_uri',
  'community_id',
  'context_annotations',
  'conversation_id',
  'created_at',
  'display_text_range',
  'edit_controls',
  'entities',
  'geo',
  'id',
  'lang',
  'media_metadata',
  'non_public_metrics',
  'note_post',
  'organic_metrics',
  'paid_partnership',
  'possibly_sensitive',
  'promoted_metrics',
  'public_metrics',
  'reply_settings',
  'scopes',
  'source',
  'text',
  'withheld',
])

/** Former values of `tweet.fields` that are now available only through expansions. */
export const OLD_POST_FIELDS: ReadonlySet<string> = new Set([
  'author_id',
  'in_reply_to_user_id',
  'referenced_posts',
  'edit_history_post_ids',
])

/**
 * Names of the expansions of posts. https://docs.x.com/x-api/posts/lookup (description 2.167, read
 * 2026-11-22)
 */
export const POST_EXPANSIONS: ReadonlySet<string> = new Set([
  'article.cover_media',
  'article.media_entities',
  'attachments.media_keys',
  'attachments.media_source_tweet',
  'attachments.poll_ids',
  'author_id',
  'edit_history_post_ids',
  'entities.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'referenced_posts',
  'username',
])

/**
 * Names of the fields of a person. https://docs.x.com/x-api/posts/lookup (description 2.167, read
 * 2026-11-22)
 */
export const USER_FIELDS: ReadonlySet<string> = new Set([
  'created_at',
  'description',
  'entities',
  'id',
  'location',
  'name',
  'profile_banner_url',
  'profile_image_url',
  'protected',
  'public_metrics',
  'receives_your_dm',
  'subscription_type',
  'url',
  'username',
  'verified',
  'verified_type',
  'withheld',
])
