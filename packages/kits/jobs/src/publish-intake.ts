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
import { type Envelopes, readEnvelope } from './envelope.js'
import { type JobKind, jobId, printOf } from './job-id.js'
import type { Settings } from './options.js'

/** What is said of whatever is published, now or later. */
interface PublishTerms {
  readonly connectionId: string
  /** Save it with the draft: the same key is stored, and published, once. */
  readonly idempotencyKey: string
  /** When the queue should publish it, on every network; at once unless given. */
  readonly at?: MomentInput | null | undefined
}

/** A post to publish, now or later. */
export interface PublishRequest extends PublishTerms {
  readonly post: PostInput
}

/** Several posts to publish as one thread, now or later. */
export interface PublishThreadRequest extends PublishTerms {
  /** As `account.postThread` takes them. */
  readonly posts: readonly PostInput[]
}

/** What became of adding a job. */
export interface AddedJob {
  readonly id: string
  /** False when this very job was there already, whatever has become of it. */
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

/** What is to be published, and how it is checked. */
interface ToPublish {
  readonly dueAt: Date | null
  readonly platform: string
  readonly posts: readonly PostInput[]
  readonly check: (inputs: readonly PostInput[]) => Promise<void>
}

/** Longest idempotency key, as core has it. */
const MAX_KEY_LENGTH = 255
/** Days that a moment may be ahead: what queues can count to, with room to spare. Our choice. */
const FARTHEST_DAYS = 3_650
const DAY_SECONDS = 86_400

/** Puts posts into the queue. What can be refused is refused before. */
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
      throw new InvalidPostError(
        'jobs.publish takes at, when the queue publishes, or publishAt in the post, when the network does; not both. Leave one of them out.',
      )
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
    // What is no list is refused by the check.
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
        `jobs.${method} needs an idempotencyKey: text of 1 to ${MAX_KEY_LENGTH} characters, saved with the draft.`,
      )
    assertWholeText(key, `jobs.${method}: idempotencyKey`)
    const dueAt = toOptionalMoment(request.at, `jobs.${method}: at`)
    if (dueAt === null) return null
    if (dueAt.getTime() - this.#settings.client.clock.now().getTime() > FARTHEST_DAYS * DAY_SECONDS * 1000)
      throw new ConfigError(
        `jobs.${method}: at is more than ${FARTHEST_DAYS} days ahead. Name an earlier moment.`,
      )
    return dueAt
  }

  /** Checks what is to be published, packs it, and stores it. */
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
    const payload = await this.#envelopes.wrap(id, subject, body as JsonObject) // packPost makes nothing else
    const { queue, keepSeconds } = this.#settings
    const isNew = await queue.add({ id, kind, payload, dueAt, keepSeconds })
    if (!isNew) {
      await this.#release(packed)
      await this.#mustBeSame(id, print, request, platform)
    }
    return { id, isNew }
  }

  /** Hands every file to the media host that only it can carry. */
  async #packFiles(media: NonNullable<PostInput['media']>, dueAt: Date | null) {
    const { queue, mediaHost, patienceSeconds } = this.#settings
    const aheadSeconds = dueAt === null ? 0 : (dueAt.getTime() - (await queue.now()).getTime()) / 1000
    const lifetimeSeconds = Math.ceil(Math.max(0, aheadSeconds) + patienceSeconds)
    return packFiles(media, { mediaHost, lifetimeSeconds })
  }

  /** A network that takes bytes need not take an address in their place, which is all that a queue carries of them. */
  async #checkHosted(packed: readonly PackedPost[], { check, platform }: ToPublish): Promise<void> {
    try {
      const posts: PostInput[] = []
      for (const { post } of packed) posts.push(await unpackPost(post))
      await unlessItPasses(check(posts))
    } catch (cause) {
      await this.#release(packed)
      if (!InvalidPostError.is(cause)) throw cause
      throw new InvalidPostError(
        `The media hold bytes. A queue carries them by the address at which the mediaHost serves them, and ${platform} does not take that: ${cause.message} Write the bytes to a file that every worker can read, and pass Media.fromFile(path).`,
        { platform, cause },
      )
    }
  }

  async #release(packed: readonly PackedPost[]): Promise<void> {
    for (const { post } of packed) await releaseFiles(post, this.#settings.mediaHost)
  }

  /** @throws IdempotencyConflictError when the key was used for something else. */
  async #mustBeSame(
    id: string,
    print: string,
    { idempotencyKey }: PublishTerms,
    platform: string,
  ): Promise<void> {
    const stored = await this.#settings.queue.read(id)
    // Forgotten between the two calls: what it was can be told no longer.
    if (stored === null) return
    const { body } = await this.#envelopes.unwrap(id, readEnvelope(stored), printBody)
    if (body.print === print) return
    throw new IdempotencyConflictError(
      `The idempotency key "${idempotencyKey}" was used before for another post, or for another moment. Use a new key for a new post.`,
      { platform },
    )
  }
}

/** What tells this from everything else that is published under the same key. */
function printOfAll(kind: JobKind, packed: readonly PackedPost[], dueAt: Date | null): string {
  const prints = packed.map(({ print }) => print)
  const whole = kind === 'PUBLISH' ? prints.join('') : printOf(JSON.stringify([kind, prints]))
  return dueAt === null ? whole : `${whole} ${dueAt.toISOString()}`
}

/** Waits for a check. A network that cannot be asked says nothing about the post: the worker hears of it in time. */
async function unlessItPasses(checking: Promise<void>): Promise<void> {
  try {
    await checking
  } catch (error) {
    if (whatNext(error).todo !== 'RETRY') throw error
  }
}
