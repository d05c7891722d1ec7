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

/** Longest address of a part that is kept, in UTF-16 units: those of all parts have to fit into one receipt. */
const MAX_KEPT_URL_LENGTH = 250

/** What a thread is made from. */
export interface ThreadPublicationParts {
  readonly runner: AccountRunner
  readonly deadline: Deadline
  readonly options: PostThreadOptions
  readonly posts: readonly Post[]
}

/**
 * Several posts as one thread. Each part is a publication of its own under a key of its own, so that all that holds for
 * a post holds for it; the entry of the thread keeps what the whole of it is, and which parts are out.
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

  /** @throws ConfigError when the key in the options is none. */
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

  /** Publishes it: each part once, under the key of the thread. */
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
    // The first one that an earlier try has left may be out already: its own publication finds that out.
    const { runner, deadline } = this.#parts
    const first = book.receipt === null ? 0 : this.#out.length + 1
    await checkParts(runner, { operation: 'postThread', deadline, posts, first, out: this.#out })
    for (const [index, post] of posts.entries()) {
      if (index < this.#out.length) continue
      const result = await this.#atPart(index, async () => {
        await book.checkpoint({ step: 'PREPARE', data: toData(this.#out) })
        return this.#publishPart(post, index)
      }).catch(async (error: unknown) => {
        // Nothing came of it: the key is as free as that of a post that was refused. What fails here is written once more
        // when the entry is given up.
        if (this.#out.length === 0 && !OutcomeUnknownError.is(error)) await book.startAfresh().catch(() => {})
        throw error
      })
      this.#out.push(result)
      this.#reportPart(result, index)
    }
    return makeResult(this.#out, this.key)
  }

  /** Each part belongs to its own key. */
  postIdOf(): null {
    return null
  }

  toRecord({ parts }: ThreadResult): JsonObject {
    return toData(parts)
  }

  fromRecord(record: JsonObject): ThreadResult {
    return makeResult(readParts(record), this.key)
  }

  /** One part, as a post under a key that belongs to its place in the thread. */
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
      told: { operation: 'postThread', idempotencyKey },
      options: {
        idempotencyKey: keyOfPart(idempotencyKey, index),
        onProgress: onProgress && ((progress) => onProgress({ ...progress, ...place })),
      },
      prepare: () => this.#prints[index] ?? fingerprintOf(post),
      // As above.
      send: (call: PublishCall) => platform.publish(whole as Post<never>, call),
    }).publish()
  }

  #reportPart(part: PostResult, partIndex: number): void {
    const { options, posts } = this.#parts
    const { onPart } = options
    if (onPart)
      callListener(this.platform, 'onPart', () => onPart({ part, partIndex, partCount: posts.length }))
  }

  /** As `atPart`, with what is out by now. */
  #atPart<T>(index: number, step: () => T | Promise<T>): Promise<T> {
    return atPart({ index, count: this.#parts.posts.length, out: this.#out }, step)
  }
}

/** The key of one part: of the key of the thread, whatever its length, and of the place in it. */
function keyOfPart(idempotencyKey: string, index: number): string {
  return `thread:${hash('sha256', idempotencyKey)}:${index + 1}`
}

/** Parts as the journal keeps them: without the network's own replies, which would not fit. */
function toData(parts: readonly PostResult[]): JsonObject {
  return {
    parts: parts.map(({ id, url, state, cid, notice }) => {
      const kept = url !== null && url.length <= MAX_KEPT_URL_LENGTH ? url : null
      return recordOf('POST_RESULT', makePostResult({ id, url: kept, state, cid, notice }))
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
