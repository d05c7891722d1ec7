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
/** Default number of days that the publish journal keeps its entries. A key of a known job never publishes twice. */
const KEEP_DAYS = 90
const PATIENCE_DAYS = 7

/** Account methods that the jobs use. Every account of a client has them. */
interface JobsAccount {
  readonly platform: string
  can(what: Feature | 'checkState'): boolean
  checkPost(post: PostInput): Promise<void>
  checkThread(posts: readonly PostInput[]): Promise<void>
  post(post: PostInput, options: PublishOptions): Promise<PostResult>
  postThread(posts: readonly PostInput[], options: PostThreadOptions): Promise<ThreadResult>
  checkState(postId: string, options: { readonly signal: AbortSignal }): Promise<PostResult>
}

/** Client methods that the jobs use. Every `SocialClient` has them. */
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

/** Options of the renewal sweep, which keeps tokens of seldom used accounts valid. */
export interface SweepOptions {
  /** Ids of all connections. They are read during the sweep, so a database cursor is possible. */
  connectionIds(): Iterable<string> | AsyncIterable<string>
  /** Seconds from the end of one sweep to the start of the next. Default: one day. */
  readonly everySeconds?: number | undefined
  /** Renews tokens that expire within this number of seconds. Default: two days. */
  readonly withinSeconds?: number | undefined
  /** Number of connections that are renewed concurrently. Default: 8. */
  readonly concurrency?: number | undefined
}

/** Options of `SocialJobs`. */
export interface SocialJobsOptions extends SealingOptions {
  readonly client: JobsClient
  readonly queue: JobQueue
  /** Handles pushed updates, for example a `Dispatcher`. Required in workers if `deliver` is used. */
  readonly dispatcher?:
    | { deliver(update: Update, options?: { readonly signal?: AbortSignal | undefined }): Promise<void> }
    | undefined
  /** Serves the bytes of media that are published later. Without it only file paths and URLs are accepted. */
  readonly mediaHost?: MediaHost | undefined
  /** Required in workers if `startSweep` is used. */
  readonly sweep?: SweepOptions | undefined
  /** Days for which an ended job is kept. Default: 90, like the entries of the publish journal. */
  readonly keepDays?: number | undefined
  /** Days of consecutive failures after which a job is held for a person. Default: 7. */
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

/** Validated `SweepOptions` with defaults. */
interface SweepSettings {
  readonly source: SweepOptions
  readonly everySeconds: number
  readonly withinSeconds: number
  readonly concurrency: number
}

/** Validated `SocialJobsOptions` with defaults. */
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

/** @throws ConfigError for a missing part, an unknown name, and a number out of range. */
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
