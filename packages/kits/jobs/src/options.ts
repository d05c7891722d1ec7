import type {
  Clock,
  Feature,
  MediaHost,
  PostInput,
  PostResult,
  PostThreadOptions,
  PublishOptions,
  Random,
  RenewalOutcome,
  ThreadResult,
  Update,
} from '@social/core'
import { ConfigError, refuseUnknownNames } from '@social/core/store'
import { type KeyRing, positiveNumber, readKeyRing, type SealingOptions } from '@social/store-kit'

import type { JobQueue } from './binding.js'

const DAY_SECONDS = 86_400
/**
 * Default number of days for which ended jobs are kept, the same as for entries of the publish
 * journal.
 */
const KEEP_DAYS = 90
const PATIENCE_DAYS = 7

/** Account methods that the jobs use. Every account of a `SocialClient` has these methods. */
interface JobsAccount {
  readonly platform: string
  can(what: Feature | 'checkState'): boolean
  checkPost(post: PostInput): Promise<void>
  checkThread(posts: readonly PostInput[]): Promise<void>
  post(post: PostInput, options: PublishOptions): Promise<PostResult>
  postThread(posts: readonly PostInput[], options: PostThreadOptions): Promise<ThreadResult>
  comment(postId: string, text: string, options: PublishOptions): Promise<string | null>
  checkState(postId: string, options: { readonly signal: AbortSignal }): Promise<PostResult>
}

/** Client members that the jobs use. Every `SocialClient` has these members. */
export interface JobsClient {
  readonly clock: Clock
  readonly random: Random
  account(connectionId: string): JobsAccount
  renewDue(
    connectionIds: Iterable<string> | AsyncIterable<string>,
    options: {
      readonly withinSeconds?: number | undefined
      readonly concurrency?: number | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): AsyncIterable<RenewalOutcome>
}

/**
 * Options of the renewal sweep, which renews tokens of rarely used accounts before their expiry.
 */
export interface SweepOptions {
  /**
   * Returns the ids of all connections. The ids are read during the sweep, so a database cursor
   * can be used.
   */
  connectionIds(): Iterable<string> | AsyncIterable<string>
  /** Seconds from the end of one sweep to the start of the next sweep. Default: one day. */
  readonly everySeconds?: number | undefined
  /** Renews tokens that expire within this number of seconds. Default: two days. */
  readonly withinSeconds?: number | undefined
  /** Maximum number of concurrent renewals. Default: 8. */
  readonly concurrency?: number | undefined
}

/** Options of `SocialJobs`. */
export interface SocialJobsOptions extends SealingOptions {
  readonly client: JobsClient
  readonly queue: JobQueue
  /**
   * Handles pushed updates, such as a `Dispatcher`. Required in each process that calls `work`, if
   * `deliver` is used.
   */
  readonly dispatcher?:
    | { deliver(update: Update, options?: { readonly signal?: AbortSignal | undefined }): Promise<void> }
    | undefined
  /**
   * Hosts media that is passed as bytes until the post is published. Without a media host, only
   * file paths and URLs are accepted.
   */
  readonly mediaHost?: MediaHost | undefined
  /**
   * Options of the renewal sweep. Required in each process that calls `work`, if `startSweep` is
   * used.
   */
  readonly sweep?: SweepOptions | undefined
  /**
   * Number of days for which an ended job is kept. Default: 90, like entries of the publish
   * journal.
   */
  readonly keepDays?: number | undefined
  /** Number of days of consecutive failures after which a job is held for a person. Default: 7. */
  readonly patienceDays?: number | undefined
}

const NAMES = Object.keys({
  client: true,
  queue: true,
  dispatcher: true,
  mediaHost: true,
  sweep: true,
  keepDays: true,
  patienceDays: true,
  key: true,
  keys: true,
} satisfies Record<keyof SocialJobsOptions, true>)

const SWEEP_NAMES = Object.keys({
  connectionIds: true,
  everySeconds: true,
  withinSeconds: true,
  concurrency: true,
} satisfies Record<keyof SweepOptions, true>)

/** `SweepOptions` after validation, with all defaults. */
interface SweepSettings {
  readonly source: SweepOptions
  readonly everySeconds: number
  readonly withinSeconds: number
  readonly concurrency: number
}

/** `SocialJobsOptions` after validation, with all defaults. */
export interface Settings {
  readonly client: JobsClient
  readonly queue: JobQueue
  readonly dispatcher: NonNullable<SocialJobsOptions['dispatcher']> | null
  readonly mediaHost: MediaHost | null
  readonly sweep: SweepSettings | null
  readonly keepSeconds: number
  readonly patienceSeconds: number
  readonly ring: KeyRing | null
}

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for a missing option, an unknown option, or a number out of range.
 */
export function readSettings(options: SocialJobsOptions): Settings {
  refuseUnknownNames(options, NAMES, 'SocialJobs')
  const { client, queue, dispatcher = null, mediaHost = null, sweep = null } = options
  for (const [name, part] of Object.entries({ client, queue }))
    if (typeof part !== 'object' || part === null) throw new ConfigError(`SocialJobs requires ${name}.`)
  const { keepDays = KEEP_DAYS, patienceDays = PATIENCE_DAYS } = options
  return {
    client,
    queue,
    dispatcher,
    mediaHost,
    sweep: sweep && readSweep(sweep),
    keepSeconds: positiveNumber(keepDays, 'keepDays') * DAY_SECONDS,
    patienceSeconds: positiveNumber(patienceDays, 'patienceDays') * DAY_SECONDS,
    ring: readKeyRing(options, { factory: 'SocialJobs', whole: 'queue' }),
  }
}

function readSweep(source: SweepOptions): SweepSettings {
  refuseUnknownNames(source, SWEEP_NAMES, 'sweep')
  if (typeof source.connectionIds !== 'function')
    throw new ConfigError('sweep requires connectionIds, a function that lists the ids of the connections.')
  const { everySeconds = DAY_SECONDS, withinSeconds = 2 * DAY_SECONDS, concurrency = 8 } = source
  return {
    source,
    everySeconds: positiveNumber(everySeconds, 'sweep.everySeconds'),
    withinSeconds: positiveNumber(withinSeconds, 'sweep.withinSeconds'),
    concurrency: positiveNumber(concurrency, 'sweep.concurrency'),
  }
}
