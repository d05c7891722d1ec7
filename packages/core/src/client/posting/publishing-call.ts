import type { FoundPost, HostedMedia, PostClaim, Progress, PublishCall } from '../../contract/index.js'
import { type Fate, finishWith, type PublishRecorder } from '../../http/attempts/visible-request.js'
import type { Deadline } from '../../http/time/deadline.js'
import type { HttpMethod } from '../../http/types.js'
import type { Finish, JsonObject, Media, Receipt, ReceiptStep } from '../../models/index.js'
import type { ReceiptBook } from '../../publishing/receipt-book.js'
import { answerOfPort } from '../../storage/port-error.js'
import { callListener } from '../call-listener.js'
import { AccountCall, type AccountCallParts, type CallParts, warn } from '../call.js'
import type { ClientParts } from '../client-parts.js'
import type { PublishOptions } from '../types.js'
import { noMediaHost } from './dry-run.js'
import { toCandidates } from './found-posts.js'

/**
 * Seconds after which the public URL of a hosted file expires if the file is not released. Our choice: six hours,
 * far more than the five minutes that the library waits for a network to fetch a file.
 */
const HOSTED_SECONDS = 6 * 60 * 60

/** Name of the field in the receipt that contains the handles of hosted files. */
const HOSTED_KEY = 'hostedMedia'

/** Values of a publishing call that `AccountCallParts` does not contain. */
export interface PublishingParts {
  readonly client: ClientParts
  readonly idempotencyKey: string
  readonly book: ReceiptBook
  readonly deadline: Deadline
  readonly onProgress: PublishOptions['onProgress']
}

/** A call that publishes. It saves checkpoints in the journal and reports progress to the application. */
export class PublishingCall extends AccountCall implements PublishCall {
  readonly idempotencyKey: string
  readonly #parts: PublishingParts
  readonly #requests: RecordedRequests

  constructor(parts: CallParts, account: AccountCallParts, publishing: PublishingParts) {
    const requests = new RecordedRequests(publishing.book, account.platform.name)
    super(parts, account, requests)
    this.#parts = publishing
    this.#requests = requests
    this.idempotencyKey = publishing.idempotencyKey
  }

  get receipt(): Receipt | null {
    return this.#parts.book.receipt
  }

  async checkpoint(step: ReceiptStep): Promise<void> {
    this.#parts.deadline.throwIfAborted()
    this.#requests.noteCheckpoint()
    const data = this.#requests.withHosted(step.data)
    await this.#parts.book.checkpoint({ ...step, data })
    this.#parts.deadline.throwIfAborted()
  }

  async finish<T>(finish: Finish, send: () => Promise<T>): Promise<T> {
    this.#parts.deadline.throwIfAborted()
    await this.whenFresh()
    return await finishWith(this.#requests, finish, send)
  }

  async claimPost(
    found: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    return this.#parts.book.claimPost(toCandidates(found, this.networkNow()), options)
  }

  async notPublished(why: string | null): Promise<void> {
    if (why !== null) this.warn(`An earlier attempt with a lost response published nothing: ${why}`)
    await this.#parts.book.notPublished()
  }

  progress(progress: Progress): void {
    const { onProgress } = this.#parts
    if (onProgress) callListener(this.connection.platform, 'onProgress', () => onProgress(progress))
  }

  get canHostMedia(): boolean {
    return this.#parts.client.mediaHost !== null
  }

  async hostMedia(media: Media): Promise<HostedMedia> {
    const host = this.#parts.client.mediaHost
    if (host === null) throw noMediaHost(this.connection.platform)
    const { deadline } = this.#parts
    const publishing = answerOfPort(
      host.publish(media, { lifetimeSeconds: HOSTED_SECONDS }),
      'mediaHost.publish',
    )
    const hosted = await deadline.race(publishing)
    this.#requests.hosted.push(hosted.handle)
    return hosted
  }

  /** Returns true once a file has a public URL, from this attempt or from an earlier attempt with the same key. */
  get hasHosted(): boolean {
    return this.#requests.hosted.length > 0
  }

  /**
   * Releases the hosted files after the post is published or refused. A failed release only becomes a warning,
   * because the URL expires after `HOSTED_SECONDS`.
   */
  async releaseMedia(): Promise<void> {
    const { client, deadline } = this.#parts
    for (const handle of this.#requests.hosted)
      await deadline
        .race(client.mediaHost?.release(handle) ?? Promise.resolve())
        .catch(() => this.warn('A hosted file could not be released. Its URL expires by itself.'))
  }
}

/** Records the requests of a publishing call. The receipt book stores the visible request. */
class RecordedRequests implements PublishRecorder {
  /** Handles of hosted files, including those of earlier attempts. The receipt stores these handles. */
  readonly hosted: string[]
  readonly #book: ReceiptBook
  readonly #platform: string
  /** True if a request that is not safe to repeat was sent after the last checkpoint. */
  #hasUnwritten = false

  constructor(book: ReceiptBook, platform: string) {
    this.#book = book
    this.#platform = platform
    const hosted = book.receipt?.data[HOSTED_KEY]
    this.hosted = Array.isArray(hosted) ? hosted.map(String) : []
  }

  begin(finish: Finish): Promise<void> | null {
    if (this.#hasUnwritten)
      warn(
        this.#platform,
        `${this.#platform} sent a request that must not be repeated blindly, and called no checkpoint before the visible request. After a crash the request is sent again. The platform must call checkpoint between the two, or pass retry: 'always'.`,
      )
    return this.#book.begin(
      this.hosted.length === 0 ? finish : { ...finish, data: this.withHosted(finish.data) },
    )
  }

  assertHeld(): void {
    this.#book.assertHeld()
  }

  end(fate: Fate): Promise<void> | null {
    return this.#book.end(fate)
  }

  noteWrite(method: HttpMethod): void {
    if (method === 'GET' || method === 'HEAD') return
    if (this.#book.isOpen)
      warn(
        this.#platform,
        `${this.#platform} sent another write after the visible request: if it fails, a published post is reported as failed. The platform must send it before the visible request, or pass retry: 'always' if it only reads.`,
      )
    // PUT and DELETE are safe to repeat by the HTTP standard (RFC 9110, section 9.2.2).
    else if (method === 'POST' || method === 'PATCH') this.#hasUnwritten = true
  }

  /** Called at a checkpoint. The checkpoint records all requests sent so far. */
  noteCheckpoint(): void {
    this.#hasUnwritten = false
  }

  withHosted(data: JsonObject): JsonObject {
    return this.hosted.length === 0 ? data : { ...data, [HOSTED_KEY]: [...this.hosted] }
  }
}
