import {
  checkBody,
  type Check,
  type Input,
  isBoolean,
  isId,
  isList,
  isObject,
  isOneOf,
  isText,
  isWhole,
} from '../wire/input.js'
import { invalid } from '../wire/problems.js'

const isOption: Check = (value) => typeof value === 'string' && value !== '' && Array.from(value).length <= 25

/**
 * Checks of the fields of `POST /2/tweets`. Unknown fields are refused.
 * https://docs.x.com/x-api/posts/create-post (read 2026-11-22)
 */
const FIELDS: Readonly<Record<string, Check>> = {
  text: isText,
  card_uri: isText,
  community_id: isId,
  direct_message_deep_link: isText,
  edit_options: isObject({ previous_post_id: isId }, ['previous_post_id']),
  for_super_followers_only: isBoolean,
  geo: isObject({ place_id: isText }),
  made_with_ai: isBoolean,
  media: isObject({ media_ids: isList(isId, 1, 4), tagged_user_ids: isList(isId, 0, 10) }, ['media_ids']),
  nullcast: isBoolean,
  paid_partnership: isBoolean,
  poll: isObject(
    {
      options: isList(isOption, 2, 4),
      duration_minutes: isWhole(5, 10_080),
      reply_settings: isOneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
    },
    ['options', 'duration_minutes'],
  ),
  quote_tweet_id: isId,
  reply: isObject(
    {
      in_reply_to_tweet_id: isId,
      exclude_reply_user_ids: isList(isId, 0, 10),
      auto_populate_reply_metadata: isBoolean,
    },
    ['in_reply_to_tweet_id'],
  ),
  // `everyone` is missing because X refuses the default as an explicit value.
  reply_settings: isOneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
  share_with_followers: isBoolean,
}

const EXCLUSIVE = ['poll', 'quote_tweet_id', 'direct_message_deep_link', 'media', 'card_uri']

/** Checks the types of a new post's fields. Later checks verify the values. */
export function checkPostBody(input: Input): void {
  checkBody(input, FIELDS)
  const given = EXCLUSIVE.filter((name) => input[name] !== undefined)
  if (given.length > 1) throw invalid(`Only one of [${given.join(', ')}] may be given`)
  const isEmpty = typeof input['text'] !== 'string' || input['text'].trim() === ''
  if (isEmpty && input['media'] === undefined) throw invalid('$.text: is missing, and there is no media')
  if (input['share_with_followers'] !== undefined && input['community_id'] === undefined)
    throw invalid('$.share_with_followers: needs a community_id')
}
