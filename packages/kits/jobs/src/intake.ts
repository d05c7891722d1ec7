import { whatNext, type PostInput, type Update } from '@social/core'
import {
  ConfigError,
  IdempotencyConflictError,
  InvalidPostError,
  type MomentInput,
  refuseUnknownNames,
  toOptionalMoment,
  toRecord,
} from '@social/core/platform'

import { publishBody } from './bodies.js'
import { type PackedPost, packPost, releaseFiles } from './carried-post.js'
import { bodyOf, type Envelopes, type Subject } from './envelope.js'
import { jobId } from './job-id.js'
import type { Settings } from './options.js'

/** A post to publish, now or later. */
export interface PublishRequest {
  readonly connectionId: string
  readonly post: PostInput
  /** Save it with the draft: the same key is stored, and published, once. */
  readonly idempotencyKey: string
  /** When the queue should publish it, on every network; at once unless given. */
  readonly at?: MomentInput | null | undefined
}

/** What became of adding a job. */
export interface AddedJob {
  readonly id: string
  /** False when this very job was there already, whatever has become of it. */
  readonly isNew: boolean
}

const REQUEST_NAMES = Object.keys({
  connectionId: true,
  post: true,
  idempotencyKey: true,
  at: true,
} satisfies Record<keyof PublishRequest, true>)

/** Longest idempotency key, as core has it. */
const LONGEST_KEY = 255
/** How far ahead a moment may be: what queues can count to, with room to spare. */
const FARTHEST_DAYS = 3_650
const DAY_SECONDS = 86_400
/** Seconds that a handled update is known: networks send the same one again within hours; after that `seen` drops it. */
const KEEP_UPDATE_SECONDS = DAY_SECONDS

/** Puts jobs into the queue. What can be refused is refused before. */
export class Intake {
  readonly #settings: Settings
  readonly #envelopes: Envelopes

  constructor(settings: Settings, envelopes: Envelopes) {
    this.#settings = settings
    this.#envelopes = envelopes
  }

  async publish(request: PublishRequest): Promise<AddedJob> {
    const { client, queue, mediaHost, keepSeconds, patienceSeconds } = this.#settings
    const { connectionId, post, idempotencyKey } = request
    const dueAt = this.#readMoment(request)
    const account = client.account(connectionId)
    await account.checkPost(post).catch((error: unknown) => {
      // A network that cannot be asked says nothing about the post: the worker hears of it in time.
      if (whatNext(error).todo !== 'RETRY') throw error
    })
    const aheadSeconds = dueAt === null ? 0 : (dueAt.getTime() - (await queue.now()).getTime()) / 1000
    const { platform } = account
    const lifetimeSeconds = Math.ceil(Math.max(0, aheadSeconds) + patienceSeconds)
    const packed = await packPost(post, { platform, mediaHost, lifetimeSeconds })
    const id = jobId('PUBLISH', connectionId, idempotencyKey)
    const print = dueAt === null ? packed.print : `${packed.print} ${dueAt.toISOString()}`
    const payload = await this.#envelopes.wrap(
      id,
      { connectionId, idempotencyKey },
      bodyOf({ post: packed.post, print }),
    )
    const isNew = await queue.add({ id, kind: 'PUBLISH', payload, dueAt, keepSeconds })
    if (!isNew) await this.#mustBeSame(id, print, packed, request, platform)
    return { id, isNew }
  }

  /** Asks how a post is getting on, from a moment on. */
  async checkState(
    { connectionId, idempotencyKey }: Subject & { readonly connectionId: string },
    postId: string,
    dueAt: Date | null,
  ): Promise<AddedJob> {
    const id = jobId('CHECK_STATE', connectionId, postId)
    const payload = await this.#envelopes.wrap(id, { connectionId, idempotencyKey }, { postId })
    const { queue, keepSeconds } = this.#settings
    return { id, isNew: await queue.add({ id, kind: 'CHECK_STATE', payload, dueAt, keepSeconds }) }
  }

  async deliver(update: Update): Promise<AddedJob> {
    const { connectionId } = update
    const id = jobId('DELIVER', update.platform, connectionId, update.id)
    const body = bodyOf({ update: toRecord(update) })
    const payload = await this.#envelopes.wrap(id, { connectionId, idempotencyKey: null }, body)
    const job = { id, kind: 'DELIVER', payload, dueAt: null, keepSeconds: KEEP_UPDATE_SECONDS }
    return { id, isNew: await this.#settings.queue.add(job) }
  }

  /** There is one sweep in a queue, which puts itself back for the next time. */
  async startSweep(): Promise<AddedJob> {
    const id = jobId('SWEEP')
    const payload = await this.#envelopes.wrap(id, { connectionId: null, idempotencyKey: null }, {})
    const { queue, keepSeconds } = this.#settings
    return { id, isNew: await queue.add({ id, kind: 'SWEEP', payload, dueAt: null, keepSeconds }) }
  }

  #readMoment(request: PublishRequest): Date | null {
    refuseUnknownNames(request, REQUEST_NAMES, 'jobs.publish')
    const { idempotencyKey: key, post } = request
    if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY)
      throw new ConfigError(
        `jobs.publish needs an idempotencyKey: text of 1 to ${LONGEST_KEY} characters, saved with the draft.`,
      )
    const dueAt = toOptionalMoment(request.at, 'jobs.publish: at')
    if (dueAt === null) return null
    if (dueAt.getTime() - this.#settings.client.clock.now().getTime() > FARTHEST_DAYS * DAY_SECONDS * 1000)
      throw new ConfigError(
        `jobs.publish: at is more than ${FARTHEST_DAYS} days ahead. Name an earlier moment.`,
      )
    if (post?.publishAt !== undefined && post.publishAt !== null)
      throw new InvalidPostError(
        'jobs.publish takes at, when the queue publishes, or publishAt in the post, when the network does; not both. Leave one of them out.',
      )
    return dueAt
  }

  /** @throws IdempotencyConflictError when the key was used for something else. */
  async #mustBeSame(
    id: string,
    print: string,
    { post }: PackedPost,
    { idempotencyKey }: PublishRequest,
    platform: string,
  ): Promise<void> {
    await releaseFiles(post, this.#settings.mediaHost)
    const stored = await this.#settings.queue.read(id)
    // Forgotten between the two calls: what it was can be told no longer.
    if (stored === null) return
    const { body } = await this.#envelopes.unwrap(stored, publishBody)
    if (body.print === print) return
    throw new IdempotencyConflictError(
      `The idempotency key "${idempotencyKey}" was used before for another post, or for another moment. Use a new key for a new post.`,
      { platform },
    )
  }
}
