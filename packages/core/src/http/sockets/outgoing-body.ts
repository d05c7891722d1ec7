import type { BodySource, TransportRequest } from '../types.js'
import { toError } from './transport-errors.js'

/**
 * A chunk this big fills the socket's own queue, so that the socket says when it has left; undici waits for that before
 * it asks for the next one. A smaller chunk may stay queued while the next is asked for, so it is copied.
 */
const SOCKET_QUEUE_BYTES = 65_536

/**
 * A body source on its way to the socket. The next chunk is only asked for once the bytes of the one before have left
 * the process, so that a source may use its buffers again.
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

  /** @param onLeft - Told once all of it has left the process. */
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

  /** True once its last byte was handed over. */
  get hasLeft(): boolean {
    return this.#sentBytes + this.#queuedBytes >= this.#source.length
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** What it rejects with is always an error: undici takes `undefined` for a happy end, and stumbles over the rest. */
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

  /** undici lets go of the body when the request failed. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.stop()
    return { done: true, value: undefined }
  }

  /** Ends the reading; resolves when the source has let go of its file and will not touch its buffers any more. */
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
      `A body of ${this.#source.length} bytes was announced, but its source gave ${this.#sentBytes}.`,
    )
  }

  /** The head may have left: the error must not say that nothing was sent. */
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
      // The request has its answer or its error already; what the source says now changes nothing.
    }
  }
}

/** What is read piece by piece. So are bytes that are bounded by silence: only then it is known when they have left. */
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
