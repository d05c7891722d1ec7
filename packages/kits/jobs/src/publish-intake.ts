import { type PostInput, whatNext } from '@social/core'
import {
  ConfigError,
  IdempotencyConflictError,
  InvalidPostError,
  type JsonObject,
  type MomentInput,
  assertWholeText,
  refuseUnknownNames,
  toOptionalMoment,
  MAX_KEY_LENGTH,
} from '@social/core/store'

import { printBody } from './bodies.js'
import {
  carriable,
  filled,
  isHosted,
  NO_FILES,
  type PackedPost,
  packFiles,
  packPost,
  releaseFiles,
  unpackPost,
} from './carrying/carried-post.js'
import { refusedPost } from './carrying/refused-post.js'
import { type Envelopes, readEnvelope } from './envelope.js'
import { type JobKind, jobId, printOf } from './job-id.js'
import type { Settings } from './options.js'

/** Fields that requests for posts and threads have in common. */
interface PublishTerms {
  readonly connectionId: string
  /**
   * Key that identifies the post, so that it is stored and published only once. Save the key with
   * the draft.
   */
  readonly idempotencyKey: string
  /** Time at which the queue publishes the post, on every network. Default: immediately. */
  readonly at?: MomentInput | null | undefined
}

/** A post to publish, immediately or later. */
export interface PublishRequest extends PublishTerms {
  readonly post: PostInput
}

/** Several posts to publish as one thread, immediately or later. */
export interface PublishThreadRequest extends PublishTerms {
  /** Posts in the same form as for `account.postThread`. */
  readonly posts: readonly PostInput[]
}

/** Result of adding a job to the queue. */
export interface AddedJob {
  readonly id: string
  /** False if the queue already contained the same job, in any state. */
  readonly isNew: boolean
}

const TERMS = { connectionId: true, idempotencyKey: true, at: true } satisfies Record<
  keyof PublishTerms,
  true
>
const NAMES = {
  publish: Object.keys({ ...TERMS, post: true } satisfies Record<keyof PublishRequest, true>),
  publishThread: Object.keys({ ...TERMS, posts: true } satisfies Record<keyof PublishThreadRequest, true>),
}

/** Posts to publish, and the function that checks the posts for the network. */
interface ToPublish {
  readonly dueAt: Date | null
  readonly platform: string
  readonly posts: readonly PostInput[]
  readonly check: (inputs: readonly PostInput[]) => Promise<void>
}

/** Maximum number of days until the publish time. Our choice: the queues support longer delays. */
const FARTHEST_DAYS = 3_650
const DAY_SECONDS = 86_400

/** Adds publish jobs to the queue. Invalid posts are refused and not stored. */
export class PublishIntake {
  readonly #settings: Settings
  readonly #envelopes: Envelopes

  constructor(settings: Settings, envelopes: Envelopes) {
    this.#settings = settings
    this.#envelopes = envelopes
  }

  async publish(request: PublishRequest): Promise<AddedJob> {
    const dueAt = this.#readMoment(request, 'publish')
    const { connectionId, post } = request
    if (dueAt !== null && post?.publishAt !== undefined && post.publishAt !== null)
      throw refusedPost(null, {
        field: 'publishAt',
        code: 'SCHEDULE_CONFLICT',
        message:
          'jobs.publish accepts either at (the queue publishes) or post.publishAt (the network publishes), not both. Remove one of them.',
      })
    const account = this.#settings.client.account(connectionId)
    return this.#accept('PUBLISH', request, {
      dueAt,
      platform: account.platform,
      posts: [post],
      check: ([input = post]) => account.checkPost(input),
    })
  }

  async publishThread(request: PublishThreadRequest): Promise<AddedJob> {
    const dueAt = this.#readMoment(request, 'publishThread')
    const { connectionId, posts } = request
    const account = this.#settings.client.account(connectionId)
    // `checkThread` rejects a value that is not a list, with the correct error.
    if (!Array.isArray(posts)) await account.checkThread(posts)
    return this.#accept('PUBLISH_THREAD', request, {
      dueAt,
      platform: account.platform,
      posts,
      check: (inputs) => account.checkThread(inputs),
    })
  }

  #readMoment(request: PublishTerms, method: keyof typeof NAMES): Date | null {
    refuseUnknownNames(request, NAMES[method], `jobs.${method}`)
    const { idempotencyKey: key } = request
    if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH)
      throw new ConfigError(
        `jobs.${method} requires an idempotencyKey: text of 1 to ${MAX_KEY_LENGTH} characters, saved with the draft.`,
      )
    assertWholeText(key, `jobs.${method}: idempotencyKey`)
    const dueAt = toOptionalMoment(request.at, `jobs.${method}: at`)
    if (dueAt === null) return null
    if (dueAt.getTime() - this.#settings.client.clock.now().getTime() > FARTHEST_DAYS * DAY_SECONDS * 1000)
      throw new ConfigError(
        `jobs.${method}: at is more than ${FARTHEST_DAYS} days ahead. Pass an earlier time.`,
      )
    return dueAt
  }

  /** Checks the posts, converts them for storage, and adds the job. */
  async #accept(
    kind: 'PUBLISH' | 'PUBLISH_THREAD',
    request: PublishTerms,
    whole: ToPublish,
  ): Promise<AddedJob> {
    const { platform, posts, check, dueAt } = whole
    const hasMediaHost = this.#settings.mediaHost !== null
    const ready = posts.map((post, at) =>
      carriable(post, { platform, hasMediaHost, whole: kind === 'PUBLISH' ? '' : `posts[${at}].` }),
    )
    const inputs: PostInput[] = []
    for (const one of ready) inputs.push(one.packed.optionFiles.length === 0 ? one.input : await filled(one))
    await unlessItPasses(check(inputs))
    const packed: PackedPost[] = []
    for (const one of ready) {
      const media = one.input.media ?? []
      packed.push(packPost(one, media.length === 0 ? NO_FILES : await this.#packFiles(media, dueAt)))
    }
    if (packed.some(({ post }) => isHosted(post))) await this.#checkHosted(packed, whole)
    const carried = packed.map(({ post }) => post)
    const print = printOfAll(kind, packed, dueAt)
    const body: object = kind === 'PUBLISH' ? { post: carried[0], print } : { posts: carried, print }
    const { connectionId, idempotencyKey } = request
    const id = jobId(kind, connectionId, idempotencyKey)
    const subject = { connectionId, idempotencyKey }
    const payload = await this.#envelopes.wrap(id, subject, body as JsonObject) // safe cast: `packPost` returns posts that are plain JSON
    const { queue, keepSeconds } = this.#settings
    const isNew = await queue.add({ id, kind, payload, dueAt, keepSeconds })
    if (!isNew) {
      await this.#release(packed)
      await this.#mustBeSame(id, print, request, platform)
    }
    return { id, isNew }
  }

  /**
   * Converts media for storage. Files that the queue cannot store are uploaded to the media host,
   * which must serve them until the publish time plus `patienceDays`.
   */
  async #packFiles(media: NonNullable<PostInput['media']>, dueAt: Date | null) {
    const { queue, mediaHost, patienceSeconds } = this.#settings
    const aheadSeconds = dueAt === null ? 0 : (dueAt.getTime() - (await queue.now()).getTime()) / 1000
    const lifetimeSeconds = Math.ceil(Math.max(0, aheadSeconds) + patienceSeconds)
    return packFiles(media, { mediaHost, lifetimeSeconds })
  }

  /**
   * Checks that the network accepts the URLs of the media host. Some networks accept bytes but no
   * URLs, and a queue only stores URLs.
   */
  async #checkHosted(packed: readonly PackedPost[], { check, platform }: ToPublish): Promise<void> {
    try {
      const posts: PostInput[] = []
      for (const { post } of packed) posts.push(await unpackPost(post))
      await unlessItPasses(check(posts))
    } catch (cause) {
      await this.#release(packed)
      if (!InvalidPostError.is(cause)) throw cause
      const message = `The media contain bytes. A queue carries only their URL at the mediaHost, and ${platform} does not accept that: ${cause.message} Write the bytes to a file that every worker can read, and pass Media.fromFile(path).`
      throw refusedPost(platform, { field: 'media', code: 'FILE_NOT_KEPT', message }, cause)
    }
  }

  async #release(packed: readonly PackedPost[]): Promise<void> {
    for (const { post } of packed) await releaseFiles(post, this.#settings.mediaHost)
  }

  /**
   * @throws IdempotencyConflictError if the key was used before for a different post or a
   * different time.
   */
  async #mustBeSame(
    id: string,
    print: string,
    { idempotencyKey }: PublishTerms,
    platform: string,
  ): Promise<void> {
    const stored = await this.#settings.queue.read(id)
    // The queue deleted the expired job between the two calls, so there is no stored post to
    // compare.
    if (stored === null) return
    const { body } = await this.#envelopes.unwrap(id, readEnvelope(stored), printBody)
    if (body.print === print) return
    throw new IdempotencyConflictError(
      `The idempotency key "${idempotencyKey}" was used before for another post or another time. Use a new key for a new post.`,
      { platform },
    )
  }
}

/** Returns the hash of the content and the publish time of one request. */
function printOfAll(kind: JobKind, packed: readonly PackedPost[], dueAt: Date | null): string {
  const prints = packed.map(({ print }) => print)
  const whole = kind === 'PUBLISH' ? prints.join('') : printOf(JSON.stringify([kind, prints]))
  return dueAt === null ? whole : `${whole} ${dueAt.toISOString()}`
}

/**
 * Waits for a check. Ignores temporary errors of the network, because the post may be valid and
 * the worker retries.
 */
async function unlessItPasses(checking: Promise<void>): Promise<void> {
  try {
    await checking
  } catch (error) {
    if (whatNext(error).todo !== 'RETRY') throw error
  }
}
