import { type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
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
import { INFOS } from './option-infos/index.js'

/** Settings of `x()`. All are optional. */
export interface XOptions {
  /**
   * Bytes of one piece of an upload, at most 5 MiB. Default: 1 MiB. The pieces are larger if a
   * file would need more than 1,000 pieces.
   */
  readonly chunkBytes?: number | undefined
  /**
   * Timeout of one request in seconds. Default: 300. The timeout does not apply to a piece of a
   * file, which fails after 60 seconds without progress.
   */
  readonly timeout?: number | undefined
  /**
   * Maximum weighted characters of a text for accounts whose subscription is unknown, such as imported connections.
   * Default: 280. A sign-in reads the subscription: 25,000 with X Premium, otherwise 280.
   */
  readonly maxTextLength?: number | undefined
  /** Maximum number of requests that read the processing status of a file. Default: 30. */
  readonly mediaChecks?: number | undefined
  /**
   * Seconds between two requests for the processing status of a file, if X specifies no delay.
   * Default: 1.
   */
  readonly mediaWaitSeconds?: number | undefined
  /** Mentions in one page of a poll, 5 to 100. Default: 40. X bills each returned mention. */
  readonly updatesPerCheck?: number | undefined
  /** Other base URLs than those of X, for tests and demos. */
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

/** Names of the accepted options. `x()` refuses any other name and suggests a similar one. */
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
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: XOptions): Settings {
  const given = readFactoryOptions<XOptions>('x', options, NAMES)
  return {
    chunkBytes: given.number('chunkBytes', {
      default: DEFAULT_PIECE_BYTES,
      min: 1,
      max: MAX_PIECE_BYTES,
      unit: 'bytes',
    }),
    timeoutSeconds: given.number('timeout', {
      default: 300,
      min: 0.1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    maxTextLength: given.number('maxTextLength', {
      default: DEFAULT_TEXT_LENGTH,
      min: 1,
      max: MAX_TEXT_LENGTH,
    }),
    mediaChecks: given.number('mediaChecks', { default: 30, min: 1 }),
    mediaWaitSeconds: given.number('mediaWaitSeconds', {
      default: 1,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    updatesPerCheck: given.number('updatesPerCheck', { default: 40, min: MIN_PAGE_SIZE, max: MAX_PAGE_SIZE }),
    addresses: given.addresses(ADDRESSES),
  }
}

const ID_FORMAT = 'texts of 1 to 19 digits'
const postId = v.pipe(v.string(), v.regex(/^\d{1,19}$/, `The ids in the options of x are ${ID_FORMAT}.`))

const poll = v.strictObject({
  /** Choices of the poll: 2 to 4 texts of at most 25 characters. */
  options: withInfo(
    v.pipe(
      v.array(v.pipe(v.string(), v.nonEmpty(), v.maxGraphemes(MAX_POLL_OPTION_LENGTH))),
      v.minLength(2),
      v.maxLength(4),
    ),
    INFOS.pollChoices,
  ),
  /** Duration of the poll in minutes: 5 minutes to 7 days. Name in X's API: `duration_minutes`. */
  durationMinutes: withInfo(
    v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(10_080)),
    INFOS.pollDuration,
  ),
})

const entries = {
  /**
   * Accounts that are allowed to reply. Default: all accounts. Name in X's API: `reply_settings`.
   */
  replySettings: v.optional(
    withInfo(
      v.picklist(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified']),
      INFOS.replySettings,
    ),
  ),
  /**
   * Id of a post to quote. Since April 2026, X requires an Enterprise plan for quotes. Name in X's
   * API: `quote_tweet_id`.
   */
  quoteTweetId: v.optional(withInfo(postId, INFOS.quoteTweetId)),
  /** Poll that X shows below the text. Name in X's API: `poll`. */
  poll: v.optional(withInfo(poll, INFOS.poll)),
  /**
   * Ids of people in the images, at most 10. X omits people who do not allow tags. Name in X's
   * API: `tagged_user_ids`.
   */
  taggedUserIds: v.optional(
    withInfo(v.pipe(v.array(postId), v.minLength(1), v.maxLength(MAX_TAGS)), INFOS.taggedUserIds),
  ),
  /** Declares that the post was made with AI. Name in X's API: `made_with_ai`. */
  madeWithAi: v.optional(withInfo(v.boolean(), INFOS.madeWithAi)),
  /** Declares that the post is a paid partnership. Name in X's API: `paid_partnership`. */
  paidPartnership: v.optional(withInfo(v.boolean(), INFOS.paidPartnership)),
  /**
   * Community in which the post is published. The account has to be a member. Name in X's API:
   * `community_id`.
   */
  communityId: v.optional(withInfo(postId, INFOS.communityId)),
  /**
   * Also shows a community post to the account's followers. Name in X's API:
   * `share_with_followers`.
   */
  shareWithFollowers: v.optional(withInfo(v.boolean(), INFOS.shareWithFollowers)),
}

/**
 * Post options of X. This schema alone defines the accepted names.
 * https://docs.x.com/x-api/posts/create-post (read 2026-11-22)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.forward(
    v.check(
      ({ poll: given, quoteTweetId }) => given === undefined || quoteTweetId === undefined,
      'x accepts a poll or a quote in a post, not both. Remove options.poll or options.quoteTweetId.',
    ),
    ['quoteTweetId'],
  ),
  v.forward(
    v.check(
      ({ shareWithFollowers, communityId }) => shareWithFollowers === undefined || communityId !== undefined,
      'options.shareWithFollowers requires options.communityId. Pass options.communityId, or remove options.shareWithFollowers.',
    ),
    ['shareWithFollowers'],
  ),
)

/** Options of a private message. No options exist. */
export const messageOptions = v.strictObject({})

/** Post options of X. All are optional. */
export type XPostOptions = v.InferInput<typeof postOptions>

/** Post options after validation, with defaults applied. */
export type ReadOptions = v.InferOutput<typeof postOptions>
