import type { HostedMedia, Progress, PublishCall } from '../contract/index.js'
import { InvalidPostError } from '../errors/index.js'
import type { Media, Receipt, ReceiptStep } from '../models/index.js'
import type { ReceiptBook } from '../publishing/receipt-book.js'
import { AccountCall, type AccountCallParts, type CallParts } from './call.js'
import type { ClientParts } from './client-parts.js'
import type { PublishOptions } from './types.js'

/** Seconds that a file stays at its public address when nobody releases it: longer than any network takes to fetch it. */
const HOSTED_SECONDS = 6 * 60 * 60

/** Where the handles of hosted files stand in a receipt. */
const HOSTED_KEY = 'hostedMedia'

/** What a publishing call needs beside. */
export interface PublishingParts {
  readonly client: ClientParts
  readonly idempotencyKey: string
  readonly book: ReceiptBook
  readonly onProgress: PublishOptions['onProgress']
}

/** A call that publishes: checkpoints go to the journal, progress to the application. */
export class PublishingCall extends AccountCall implements PublishCall {
  readonly idempotencyKey: string
  readonly #parts: PublishingParts
  /** Handles of files at public addresses, those of an earlier try included: they travel in the receipt. */
  readonly #hosted: string[]

  constructor(parts: CallParts, account: AccountCallParts, publishing: PublishingParts) {
    super(parts, account)
    this.#parts = publishing
    this.idempotencyKey = publishing.idempotencyKey
    const hosted = publishing.book.receipt?.data[HOSTED_KEY]
    this.#hosted = Array.isArray(hosted) ? hosted.map(String) : []
  }

  get receipt(): Receipt | null {
    return this.#parts.book.receipt
  }

  async checkpoint(step: ReceiptStep): Promise<void> {
    this.signal.throwIfAborted()
    const data = this.#hosted.length === 0 ? step.data : { ...step.data, [HOSTED_KEY]: [...this.#hosted] }
    const before = this.#parts.book.receipt
    const written = this.#parts.book.checkpoint({ ...step, data })
    if (written === null) return
    await written
    if (!this.signal.aborted) return
    // Nothing was sent yet; but an earlier try may have been, and that must stay written down.
    if (step.step === 'FINISH') await this.#parts.book.undo(before)
    this.signal.throwIfAborted()
  }

  progress(progress: Progress): void {
    try {
      this.#parts.onProgress?.(progress)
    } catch (error) {
      this.warn(`onProgress threw: ${error instanceof Error ? error.message : 'no reason given'}`)
    }
  }

  async hostMedia(media: Media): Promise<HostedMedia> {
    const host = this.#parts.client.mediaHost
    if (host === null)
      throw new InvalidPostError(
        `${this.connection.platform} fetches files from a public address itself. Pass Media.fromUrl(...), or give the client a mediaHost.`,
        { platform: this.connection.platform },
      )
    const hosted = await host.publish(media, { lifetimeSeconds: HOSTED_SECONDS })
    this.#hosted.push(hosted.handle)
    return hosted
  }

  /** True once a file was put at a public address. */
  get hasHosted(): boolean {
    return this.#hosted.length > 0
  }

  /** Takes the files back that were put at public addresses, once the post is done or refused. What fails frees itself when its time is up. */
  async releaseMedia(): Promise<void> {
    for (const handle of this.#hosted)
      await this.#parts.client.mediaHost
        ?.release(handle)
        .catch(() => this.warn('Releasing a hosted file failed.'))
  }
}
