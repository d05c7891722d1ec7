import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'
import {
  MAX_PAGE_SIZE,
  MAX_PIECE_BYTES,
  MAX_POLL_OPTION_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TAGS,
  MIN_PAGE_SIZE,
  DEFAULT_PIECE_BYTES,
  DEFAULT_TEXT_LENGTH,
} from './limits/index.js'

/** Settings of `x()`; all of them may be left out. */
export interface XOptions {
  /** Bytes of one piece of an upload, at most 5 MiB; 1 MiB unless given. Files of more than 1,000 pieces get bigger ones. */
  readonly chunkBytes?: number | undefined
  /** Seconds for one ordinary request; 300 unless given. Pieces of a file are bounded by silence instead. */
  readonly timeout?: number | undefined
  /** Weighted characters of a text; 280 unless given, up to 25,000 for accounts with Premium. */
  readonly maxTextLength?: number | undefined
  /** How often the status of a file that X still processes is polled; 30 unless given. */
  readonly mediaChecks?: number | undefined
  /** Seconds between two polls of that status where X names none; 1 unless given. */
  readonly mediaWaitSeconds?: number | undefined
  /** Mentions of one page of a poll, 5 to 100; 40 unless given. Each is billed. */
  readonly updatesPerCheck?: number | undefined
  /** Other base addresses, for tests and demos. */
  readonly addresses?: PartialInit<Addresses> | undefined
}

/** `XOptions` with all defaults applied. */
export interface Settings {
  readonly chunkBytes: number
  readonly timeoutSeconds: number
  readonly maxTextLength: number
  readonly mediaChecks: number
  readonly mediaWaitSeconds: number
  readonly updatesPerCheck: number
  readonly addresses: Addresses
}

/** Names of the settings: everything else is refused with the near miss. */
const NAMES = [
  'chunkBytes',
  'timeout',
  'maxTextLength',
  'mediaChecks',
  'mediaWaitSeconds',
  'updatesPerCheck',
  'addresses',
] as const satisfies readonly (keyof XOptions)[]

/**
 * Applies the defaults to missing settings.
 *
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid URL.
 */
export function readSettings(options: XOptions): Settings {
  const given = readFactoryOptions<XOptions>('x', options, NAMES)
  return {
    chunkBytes: given.number('chunkBytes', {
      usual: DEFAULT_PIECE_BYTES,
      min: 1,
      max: MAX_PIECE_BYTES,
      unit: 'bytes',
    }),
    timeoutSeconds: given.number('timeout', {
      usual: 300,
      min: 0.1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    maxTextLength: given.number('maxTextLength', {
      usual: DEFAULT_TEXT_LENGTH,
      min: 1,
      max: MAX_TEXT_LENGTH,
    }),
    mediaChecks: given.number('mediaChecks', { usual: 30, min: 1 }),
    mediaWaitSeconds: given.number('mediaWaitSeconds', {
      usual: 1,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    updatesPerCheck: given.number('updatesPerCheck', { usual: 40, min: MIN_PAGE_SIZE, max: MAX_PAGE_SIZE }),
    addresses: given.addresses(ADDRESSES),
  }
}

const ID_WORDS = 'an id at X, 1 to 19 digits as text'
const postId = v.pipe(v.string(), v.regex(/^\d{1,19}$/, `x takes ${ID_WORDS}, for the ids in its options.`))

const poll = v.strictObject({
  /** What can be chosen: 2 to 4 answers of at most 25 characters. */
  options: v.pipe(
    v.array(v.pipe(v.string(), v.nonEmpty(), v.maxGraphemes(MAX_POLL_OPTION_LENGTH))),
    v.minLength(2),
    v.maxLength(4),
  ),
  /** How long it is open: 5 minutes to 7 days. X's `duration_minutes`. */
  durationMinutes: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(10_080)),
})

const entries = {
  /** Who may answer; everyone unless given. X's `reply_settings`. */
  replySettings: v.optional(
    v.picklist(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified']),
  ),
  /** Id of a post to quote; since April 2026 with an Enterprise plan only. X's `quote_tweet_id`. */
  quoteTweetId: v.optional(postId),
  /** A poll below the text. X's `poll`. */
  poll: v.optional(poll),
  /** Ids of people who are in the pictures, at most 10. X leaves those out who do not want to be tagged. X's `tagged_user_ids`. */
  taggedUserIds: v.optional(v.pipe(v.array(postId), v.minLength(1), v.maxLength(MAX_TAGS))),
  /** True says that it was made with AI. X's `made_with_ai`. */
  madeWithAi: v.optional(v.boolean()),
  /** True says that somebody paid for it. X's `paid_partnership`. */
  paidPartnership: v.optional(v.boolean()),
  /** Id of a community that the account is a member of. X's `community_id`. */
  communityId: v.optional(postId),
  /** True shows a post of a community to the account's followers too. X's `share_with_followers`. */
  shareWithFollowers: v.optional(v.boolean()),
}

/**
 * Post options that X takes. The accepted names are read from here; they are written nowhere else.
 * https://docs.x.com/x-api/posts/create-post (read 2026-11-22)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.check(
    ({ poll: asked, quoteTweetId }) => asked === undefined || quoteTweetId === undefined,
    'x takes a poll or a quoted post, not both. Take options.poll or options.quoteTweetId out.',
  ),
  v.check(
    ({ shareWithFollowers, communityId }) => shareWithFollowers === undefined || communityId !== undefined,
    'x takes options.shareWithFollowers for posts in a community only. Pass options.communityId too, or take it out.',
  ),
)

/** Options of a private message: none. */
export const messageOptions = v.strictObject({})

/** Post options that X takes, all optional. */
export type XPostOptions = v.InferInput<typeof postOptions>

/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
