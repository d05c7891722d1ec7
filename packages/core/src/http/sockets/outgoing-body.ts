import type { BodySource, TransportRequest } from '../types.js'
import { toError } from './transport-errors.js'

/**
 * Chunks from this size on fill the write queue of the socket, so undici requests the next chunk
 * only after they were sent. A smaller chunk may stay in the queue while the source reuses its
 * buffer, so it is copied.
 */
const SOCKET_QUEUE_BYTES = 65_536

/**
 * Passes the bytes of a body source to undici. The next chunk is requested only after the previous
 * one was sent, so that the source can reuse its buffers.
 */
export class OutgoingBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #source: BodySource
  readonly #onSent: ((sentBytes: number) => void) | undefined
  readonly #onLeft: () => void
  readonly #assertMayLeave: (() => void) | undefined
  #chunks: AsyncIterator<Uint8Array> | null = null
  #reading: Promise<unknown> | null = null
  #sentBytes = 0
  #queuedBytes = 0
  #stopping: Promise<void> | null = null

  /** @param onLeft - Called when all bytes were passed to the operating system. */
  constructor(
    source: BodySource,
    { onSent, assertMayLeave }: Pick<TransportRequest, 'onSent' | 'assertMayLeave'> = {},
    onLeft: () => void = () => undefined,
  ) {
    this.#source = source
    this.#onSent = onSent
    this.#assertMayLeave = assertMayLeave
    this.#onLeft = onLeft
  }

  /** True after the last byte was passed to the socket. */
  get hasLeft(): boolean {
    return this.#sentBytes + this.#queuedBytes >= this.#source.length
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /**
   * Returns the next chunk. Rejects only with an `Error`, because undici treats `undefined` as
   * success and fails on other values.
   */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      return await this.#next()
    } catch (thrown) {
      throw toError(thrown)
    }
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#stopping !== null) return { done: true, value: undefined }
    this.#count()
    this.#chunks ??= this.#source.open()[Symbol.asyncIterator]()
    const reading = this.#chunks.next()
    this.#reading = reading
    const { done, value: chunk } = await reading
    this.#reading = null
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- `stop` may have run while the source was reading
    if (this.#stopping !== null) return { done: true, value: undefined }
    if (done === true) return this.#end()
    this.#assertHeld()
    this.#queuedBytes = chunk.byteLength
    return { done: false, value: chunk.byteLength < SOCKET_QUEUE_BYTES ? Uint8Array.from(chunk) : chunk }
  }

  /** Called by undici when the request has failed, to release the body. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.stop()
    return { done: true, value: undefined }
  }

  /** Stops reading. Resolves when the source has released its file and buffers. */
  stop(): Promise<void> {
    this.#stopping ??= this.#close()
    return this.#stopping
  }

  #end(): IteratorResult<Uint8Array, undefined> {
    if (this.#sentBytes === this.#source.length) {
      this.#onLeft()
      return { done: true, value: undefined }
    }
    throw new Error(
      `A body of ${this.#source.length} bytes was announced, but its source returned ${this.#sentBytes}.`,
    )
  }

  /**
   * Checks that this process still holds its lease. The thrown error must not claim that nothing
   * was sent, because the header may have been sent.
   */
  #assertHeld(): void {
    try {
      this.#assertMayLeave?.()
    } catch (cause) {
      throw new Error('this process lost its lease while the body was being sent', { cause })
    }
  }

  #count(): void {
    if (this.#queuedBytes === 0) return
    this.#sentBytes += this.#queuedBytes
    this.#queuedBytes = 0
    this.#onSent?.(this.#sentBytes)
  }

  async #close(): Promise<void> {
    try {
      await this.#reading
      await this.#chunks?.return?.()
    } catch {
      // An error of the source is ignored here, because the request already has its result.
    }
  }
}

/**
 * Returns the body as a source, if it is read in pieces. Bytes without a total timeout become a
 * source too, because their inactivity limit needs to know when each piece was sent.
 */
export function sourceOf({ body, timeoutSeconds }: TransportRequest): BodySource | null {
  if (body === null || body.length === 0) return null
  if (!(body instanceof Uint8Array)) return body
  if (timeoutSeconds !== undefined) return null
  return {
    length: body.length,
    async *open() {
      yield body
    },
  }
}
