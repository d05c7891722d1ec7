import type { BodySource, TransportRequest } from '../types.js'
import { toError } from './transport-errors.js'

/**
 * A chunk of this size fills the queue of the socket, which then reports when the chunk was sent. undici waits for that
 * before it requests the next chunk. A smaller chunk may stay queued meanwhile, so it is copied.
 */
const SOCKET_QUEUE_BYTES = 65_536

/**
 * Sends a body source to the socket. The next chunk is requested only after the previous bytes have left the process,
 * so that a source can reuse its buffers.
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

  /** @param onLeft - Called after all bytes have left the process. */
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

  /** Always rejects with an error: undici treats `undefined` as success and fails on other values. */
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

  /** Called by undici to release the body of a failed request. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.stop()
    return { done: true, value: undefined }
  }

  /** Stops reading. Resolves when the source has released its file and no longer uses its buffers. */
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

  /** The header may have been sent: the error must not report that nothing was sent. */
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
      // The request already has its result. A late failure of the source changes nothing.
    }
  }
}

/** A source for a body that is read in pieces. Includes bytes with an inactivity limit, to know when they were sent. */
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
