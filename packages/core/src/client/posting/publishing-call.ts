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
 * Seconds that a file stays at its public address when nobody releases it. Six hours is our choice: far above the five
 * minutes that the library itself waits for a network to fetch a file.
 */
const HOSTED_SECONDS = 6 * 60 * 60

/** Where the handles of hosted files stand in a receipt. */
const HOSTED_KEY = 'hostedMedia'

/** What a publishing call is made from, beside what every call of an account is. */
export interface PublishingParts {
  readonly client: ClientParts
  readonly idempotencyKey: string
  readonly book: ReceiptBook
  readonly deadline: Deadline
  readonly onProgress: PublishOptions['onProgress']
}

/** A call that publishes: checkpoints go to the journal, progress to the application. */
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
    if (why !== null) this.warn(`A try that was lost has published nothing: ${why}`)
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

  /** True once a file was put at a public address, by this try or by an earlier one under the same key. */
  get hasHosted(): boolean {
    return this.#requests.hosted.length > 0
  }

  /**
   * Releases the files that were put at public addresses, once the post is done or refused. A release that fails is a
   * warning: the address ends by itself after `HOSTED_SECONDS`.
   */
  async releaseMedia(): Promise<void> {
    const { client, deadline } = this.#parts
    for (const handle of this.#requests.hosted)
      await deadline
        .race(client.mediaHost?.release(handle) ?? Promise.resolve())
        .catch(() => this.warn('Releasing a hosted file failed.'))
  }
}

/** What the HTTP of a publishing call tells of its requests: the visible one goes into the receipt book. */
class RecordedRequests implements PublishRecorder {
  /** Handles of files at public addresses, those of an earlier try included: they travel in the receipt. */
  readonly hosted: string[]
  readonly #book: ReceiptBook
  readonly #platform: string
  /** True while something was sent that must not be repeated blindly, and nothing was written down since. */
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
        `${this.#platform} sent a request that must not be repeated blindly, and wrote nothing down before the visible one: after a crash it is sent again. The platform must call checkpoint in between, or pass retry: 'always'.`,
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
        `${this.#platform} sent another write after the visible request: if it fails, a post that is out looks failed. The platform must send it before, or pass retry: 'always' where it only asks.`,
      )
    // PUT and DELETE may be repeated by HTTP's own rules (RFC 9110, section 9.2.2).
    else if (method === 'POST' || method === 'PATCH') this.#hasUnwritten = true
  }

  /** To be called at a checkpoint: everything that was sent so far is written down. */
  noteCheckpoint(): void {
    this.#hasUnwritten = false
  }

  withHosted(data: JsonObject): JsonObject {
    return this.hosted.length === 0 ? data : { ...data, [HOSTED_KEY]: [...this.hosted] }
  }
}
