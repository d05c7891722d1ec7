import { createHash } from 'node:crypto'

import { assertObject, assertSource } from '../arguments.js'
import { refuseUnknownNames } from '../settings-names.js'

const sources = new WeakMap<Request, AsyncIterable<Uint8Array>>()

/** Parts of a request as the HTTP server received them. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  /** Bytes of the body as they arrive. Null if the request has no body. */
  readonly source: AsyncIterable<Uint8Array> | null
  readonly signal?: AbortSignal
}

/**
 * Creates a `Request` whose body comes from a source. Handlers read the body as a stream, or
 * directly through `bodyOf`.
 */
export function makeRequest(parts: RequestParts): Request {
  const { url, method, headers, source, signal } = parts
  if (source === null) return new Request(url, { method, headers, ...(signal && { signal }) })
  const iterator = source[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 }, // The stream reads the source only on demand, because the handler can refuse the request by its headers.
  )
  const request = new Request(url, { method, headers, body, duplex: 'half', ...(signal && { signal }) })
  sources.set(request, { [Symbol.asyncIterator]: () => iterator })
  return request
}

/**
 * Returns the chunks of a request body as they arrive. The body can be read once, because no chunk
 * is stored.
 */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  assertObject(request, 'bodyOf: request')
  return sources.get(request) ?? request.body ?? noBytes()
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Options for receiving a body. */
export interface ReceiveOptions {
  /**
   * Maximum size in bytes of a body whose bytes are returned. Default: 0, which returns no bytes.
   */
  readonly keepUpTo?: number | undefined
  /** Maximum size in bytes of a body. A larger body is not read further, and `tooBig` is set. */
  readonly refuseAbove?: number | undefined
  /** Hash algorithm for the body. Default: `sha256`. Null computes no hash, which is faster. */
  readonly hash?: 'sha256' | 'sha1' | 'md5' | null | undefined
  /**
   * Called after each chunk with the number of bytes received so far. Networks with resumable
   * uploads store this number to report the position of interrupted uploads.
   */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

const RECEIVE: Record<keyof ReceiveOptions, true> = {
  keepUpTo: true,
  refuseAbove: true,
  hash: true,
  onBytes: true,
}

/** Size and hash of a received body. The bytes are included only for small bodies. */
export interface Received {
  readonly bytes: number
  /** Hash in hexadecimal. Null if no hash was requested. */
  readonly sum: string | null
  /** First 64 KiB of the body, to detect the file type. */
  readonly head: Uint8Array
  /** Bytes of the whole body. Null if the body is larger than `keepUpTo`. */
  readonly kept: Uint8Array | null
  /** True if the body is larger than `refuseAbove` and was not read completely. */
  readonly tooBig: boolean
}

/**
 * Number of bytes at the start of every body that are kept to detect the file type. The emulator
 * chose this number.
 */
const HEAD_BYTES = 65_536

/** Receives a body of any length in constant memory. Computes the hash of the body. */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  options: ReceiveOptions = {},
): Promise<Received> {
  assertSource(source, 'receive: source')
  refuseUnknownNames(options, Object.keys(RECEIVE), 'receive')
  const keepUpTo = options.keepUpTo ?? 0
  const refuseAbove = options.refuseAbove ?? Number.POSITIVE_INFINITY
  const algorithm = options.hash === undefined ? 'sha256' : options.hash
  const hash = algorithm === null ? null : createHash(algorithm)
  let kept: Uint8Array[] = []
  let isWhole = true
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    hash?.update(chunk)
    options.onBytes?.(bytes)
    if (isWhole) kept.push(chunk.slice()) // copies the chunk because the source can reuse its buffer
    if (isWhole && bytes > Math.max(keepUpTo, HEAD_BYTES)) {
      isWhole = false
      kept = [Uint8Array.from(Buffer.concat(kept).subarray(0, HEAD_BYTES))]
    }
    if (bytes > refuseAbove) break
  }
  const start = Buffer.concat(kept)
  return {
    bytes,
    sum: hash?.digest('hex') ?? null,
    head: start.subarray(0, HEAD_BYTES),
    kept: bytes <= keepUpTo ? start : null,
    tooBig: bytes > refuseAbove,
  }
}

/**
 * Returns all bytes of a small body.
 *
 * @throws RangeError if the body is larger than `limit` bytes.
 */
export async function readSmallBody(request: Request, limit = 1_048_576): Promise<Uint8Array> {
  const { kept, tooBig } = await receive(bodyOf(request), { keepUpTo: limit, refuseAbove: limit, hash: null })
  if (tooBig || kept === null) throw new RangeError(`The body is larger than ${limit} bytes.`)
  return kept
}
