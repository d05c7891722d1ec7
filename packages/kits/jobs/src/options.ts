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
/** As long as the publish journal keeps its entries unless told otherwise: a key that is still known publishes nothing twice. */
const KEEP_DAYS = 90
const PATIENCE_DAYS = 7

/** What the jobs ask of an account: any account of a client has it. */
interface JobsAccount {
  readonly platform: string
  can(what: Feature | 'checkState'): boolean
  checkPost(post: PostInput): Promise<void>
  checkThread(posts: readonly PostInput[]): Promise<void>
  post(post: PostInput, options: PublishOptions): Promise<PostResult>
  postThread(posts: readonly PostInput[], options: PostThreadOptions): Promise<ThreadResult>
  checkState(postId: string, options: { readonly signal: AbortSignal }): Promise<PostResult>
}

/** What the jobs need of a client: any `SocialClient` has it. */
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

/** How tokens of accounts that are seldom used are kept alive. */
export interface SweepOptions {
  /** Ids of every connection; read as the sweep goes on, so a database cursor will do. */
  connectionIds(): Iterable<string> | AsyncIterable<string>
  /** Seconds from the end of one sweep to the next; a day unless given. */
  readonly everySeconds?: number | undefined
  /** Renews tokens that run out within so many seconds; two days unless given. */
  readonly withinSeconds?: number | undefined
  /** How many are asked about at once; 8 unless given. */
  readonly concurrency?: number | undefined
}

/** What the jobs are made from. */
export interface SocialJobsOptions extends SealingOptions {
  readonly client: JobsClient
  readonly queue: JobQueue
  /** Handles pushed updates; a `Dispatcher` is one. Needed by workers where `deliver` is used. */
  readonly dispatcher?:
    | { deliver(update: Update, options?: { readonly signal?: AbortSignal | undefined }): Promise<void> }
    | undefined
  /** Serves bytes that are posted later. Without it only paths and addresses are taken. */
  readonly mediaHost?: MediaHost | undefined
  /** Needed by workers where `startSweep` is used. */
  readonly sweep?: SweepOptions | undefined
  /** Days that a finished job is known: as long as the publish journal keeps its entries; 90 unless given. */
  readonly keepDays?: number | undefined
  /** Days of failing in a row after which a job is held for a person; 7 unless given. */
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

/** `SweepOptions`, checked and completed. */
interface SweepSettings {
  readonly source: SweepOptions
  readonly everySeconds: number
  readonly withinSeconds: number
  readonly concurrency: number
}

/** `SocialJobsOptions`, checked and completed. */
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

/** @throws ConfigError for a part that is missing, a name that is unknown, and a number out of range. */
export function readSettings(options: SocialJobsOptions): Settings {
  refuseUnknownNames(options, NAMES, 'SocialJobs')
  const { client, queue, dispatcher = null, mediaHost = null, sweep = null } = options
  for (const [name, part] of Object.entries({ client, queue }))
    if (typeof part !== 'object' || part === null) throw new ConfigError(`SocialJobs needs a ${name}.`)
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
    throw new ConfigError('sweep needs connectionIds, a function that lists the ids of the connections.')
  const { everySeconds = DAY_SECONDS, withinSeconds = 2 * DAY_SECONDS, concurrency = 8 } = source
  return {
    source,
    everySeconds: positiveNumber(everySeconds, 'sweep.everySeconds'),
    withinSeconds: positiveNumber(withinSeconds, 'sweep.withinSeconds'),
    concurrency: positiveNumber(concurrency, 'sweep.concurrency'),
  }
}
