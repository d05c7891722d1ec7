import { hash } from 'node:crypto'

import type { JournalKey, PublishCall } from '../../contract/index.js'
import { OutcomeUnknownError } from '../../errors/index.js'
import type { Deadline } from '../../http/time/deadline.js'
import {
  type JsonObject,
  makePostResult,
  type Post,
  type PostResult,
  type ThreadResult,
} from '../../models/index.js'
import { postResultFromRecord, recordOf } from '../../models/records/records.js'
import { type ContentPrint, fingerprintPost } from '../../publishing/fingerprint.js'
import type { PublishJob } from '../../publishing/publish-job.js'
import type { ReceiptBook } from '../../publishing/receipt-book.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { callListener } from '../call-listener.js'
import type { PostThreadOptions } from '../types.js'
import { fingerprintOf } from './posting.js'
import { keyOf } from './publication.js'
import { PostPublication } from './publications.js'
import { atPart, checkParts } from './thread-part.js'

/** Maximum length of a stored URL of a part, in UTF-16 units. The URLs of all parts must fit into one receipt. */
const MAX_STORED_URL_LENGTH = 250

/** Values needed to publish one thread. */
export interface ThreadPublicationParts {
  readonly runner: AccountRunner
  readonly deadline: Deadline
  readonly options: PostThreadOptions
  readonly posts: readonly Post[]
}

/**
 * Publishes several posts as one thread. Each part is published under its own key, with the same guarantees as a
 * single post. The thread's journal entry stores its fingerprint and its published parts.
 */
export class ThreadPublication implements PublishJob<ThreadResult> {
  readonly key: JournalKey
  readonly isNewKey: boolean
  readonly isMadeOfJobs = true
  readonly platform: string
  readonly files = null
  readonly #parts: ThreadPublicationParts
  readonly #out: PostResult[] = []
  #prints: readonly ContentPrint[] = []
  #fingerprint = ''

  /** @throws ConfigError for an invalid key in the options. */
  constructor(parts: ThreadPublicationParts) {
    const { key, isNewKey } = keyOf(parts.runner.id, 'postThread', parts.options)
    this.key = key
    this.isNewKey = isNewKey
    this.platform = parts.runner.platform.name
    this.#parts = parts
  }

  get deadline(): Deadline {
    return this.#parts.deadline
  }

  get fingerprint(): string {
    return this.#fingerprint
  }

  /** Publishes each part of the thread at most once, under a key derived from the thread's key. */
  async publish(): Promise<ThreadResult> {
    const prints: ContentPrint[] = []
    for (const [index, post] of this.#parts.posts.entries()) {
      const print = this.#atPart(index, async () => fingerprintOf(post))
      prints.push(await this.deadline.race(print))
    }
    this.#prints = prints
    const extra = prints.map(({ fingerprint }) => fingerprint)
    this.#fingerprint = (await fingerprintPost({ extra })).fingerprint
    return this.#parts.runner.client.publisher.publish(this)
  }

  async run(book: ReceiptBook): Promise<ThreadResult> {
    const { posts } = this.#parts
    this.#out.push(...readParts(book.receipt?.data))
    for (const [index, result] of this.#out.entries()) this.#reportPart(result, index)
    // The first part without a recorded result is not checked, because it may already be published. Publishing it
    // again queries its outcome.
    const { runner, deadline } = this.#parts
    const first = book.receipt === null ? 0 : this.#out.length + 1
    await checkParts(runner, { operation: 'postThread', deadline, posts, first, out: this.#out })
    for (const [index, post] of posts.entries()) {
      if (index < this.#out.length) continue
      const result = await this.#atPart(index, async () => {
        await book.checkpoint({ step: 'PREPARE', data: toData(this.#out) })
        return this.#publishPart(post, index)
      }).catch(async (error: unknown) => {
        // No part was published, so the key becomes free again, as after a refused post. If this write fails,
        // releasing the entry repeats it.
        if (this.#out.length === 0 && !OutcomeUnknownError.is(error)) await book.startAfresh().catch(() => {})
        throw error
      })
      this.#out.push(result)
      this.#reportPart(result, index)
    }
    return makeResult(this.#out, this.key)
  }

  /** Returns null, because each post belongs to the key of its own part. */
  postIdOf(): null {
    return null
  }

  toRecord({ parts }: ThreadResult): JsonObject {
    return toData(parts)
  }

  fromRecord(record: JsonObject): ThreadResult {
    return makeResult(readParts(record), this.key)
  }

  /** Publishes one part as a post, under a key derived from its position in the thread. */
  #publishPart(post: Post, index: number): Promise<PostResult> {
    const { runner, options } = this.#parts
    const { idempotencyKey } = this.key
    const platform = supporting(runner.platform, 'publish')
    const before = this.#out.at(-1)
    const whole = before === undefined ? post : { ...post, replyTo: before.id }
    const { onProgress } = options
    const place = { partIndex: index, partCount: this.#parts.posts.length }
    return new PostPublication({
      runner,
      operation: 'post',
      deadline: this.deadline,
      isNewKey: this.isNewKey,
      reportedAs: { operation: 'postThread', idempotencyKey },
      options: {
        idempotencyKey: keyOfPart(idempotencyKey, index),
        onProgress: onProgress && ((progress) => onProgress({ ...progress, ...place })),
      },
      prepare: () => this.#prints[index] ?? fingerprintOf(post),
      // safe cast: this platform's own schema has read the options
      send: (call: PublishCall) => platform.publish(whole as Post<never>, call),
    }).publish()
  }

  #reportPart(part: PostResult, partIndex: number): void {
    const { options, posts } = this.#parts
    const { onPart } = options
    if (onPart)
      callListener(this.platform, 'onPart', () => onPart({ part, partIndex, partCount: posts.length }))
  }

  /** Calls `atPart` with the parts published so far. */
  #atPart<T>(index: number, step: () => T | Promise<T>): Promise<T> {
    return atPart({ index, count: this.#parts.posts.length, out: this.#out }, step)
  }
}

/** Derives the key of one part from the part's position and the thread's key, which may have any length. */
function keyOfPart(idempotencyKey: string, index: number): string {
  return `thread:${hash('sha256', idempotencyKey)}:${index + 1}`
}

/** Converts parts to the data that the journal stores, without the networks' raw responses, which are too large. */
function toData(parts: readonly PostResult[]): JsonObject {
  return {
    parts: parts.map(({ id, url, state, cid, notice }) => {
      const stored = url !== null && url.length <= MAX_STORED_URL_LENGTH ? url : null
      return recordOf('POST_RESULT', makePostResult({ id, url: stored, state, cid, notice }))
    }),
  }
}

function readParts(data: JsonObject | undefined): readonly PostResult[] {
  const parts = data?.['parts']
  return Array.isArray(parts) ? parts.map((part: unknown) => postResultFromRecord(part)) : []
}

function makeResult(
  results: readonly PostResult[],
  { idempotencyKey }: Pick<JournalKey, 'idempotencyKey'>,
): ThreadResult {
  const parts = results.map((result, index) => {
    const { id, url, state, raw, cid, notice } = result
    const key = keyOfPart(idempotencyKey, index)
    return makePostResult({ id, url, state, raw, cid, notice, idempotencyKey: key })
  })
  return Object.freeze({ parts: Object.freeze(parts), idempotencyKey })
}
