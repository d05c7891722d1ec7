import { createHash } from 'node:crypto'

import { assertObject, assertSource } from '../arguments.js'
import { refuseUnknownNames } from '../settings-names.js'

const sources = new WeakMap<Request, AsyncIterable<Uint8Array>>()

/** Parts of a request as the server received them. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  /** Body bytes as they arrive. Null without a body. */
  readonly source: AsyncIterable<Uint8Array> | null
  readonly signal?: AbortSignal
}

/** Makes a `Request` whose body is read from a source, as a stream or directly through `bodyOf`. */
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
    { highWaterMark: 0 }, // The body is read only on demand, because the handler can refuse the request by its headers.
  )
  const request = new Request(url, { method, headers, body, duplex: 'half', ...(signal && { signal }) })
  sources.set(request, { [Symbol.asyncIterator]: () => iterator })
  return request
}

/** Request body in chunks as they arrive. Nothing is stored. Can be read once. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  assertObject(request, 'bodyOf: request')
  return sources.get(request) ?? request.body ?? noBytes()
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Options for receiving a body. */
export interface ReceiveOptions {
  /** Maximum size of a body whose bytes are kept. Default: 0, which keeps none. */
  readonly keepUpTo?: number | undefined
  /** Stops reading and sets `tooBig` when the body is larger. */
  readonly refuseAbove?: number | undefined
  /** Hash of the body. Null computes none, which is faster. Default: `sha256`. */
  readonly hash?: 'sha256' | 'sha1' | 'md5' | null | undefined
  /**
   * Called after each chunk with the number of bytes received so far. Networks with resumable uploads store the
   * number for interrupted uploads.
   */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

const RECEIVE: Record<keyof ReceiveOptions, true> = {
  keepUpTo: true,
  refuseAbove: true,
  hash: true,
  onBytes: true,
}

/** A received body: size and hash. The bytes are kept only for small bodies. */
export interface Received {
  readonly bytes: number
  /** Hexadecimal hash. Null if none was requested. */
  readonly sum: string | null
  /** First 64 KiB, to detect the file type. */
  readonly head: Uint8Array
  /** Whole body. Null if it was larger than `keepUpTo`. */
  readonly kept: Uint8Array | null
  /** True if reading stopped because the body was larger than `refuseAbove`. */
  readonly tooBig: boolean
}

/** Number of leading bytes kept of any body, to detect the file type. Our choice. */
const HEAD_BYTES = 65_536

/** Receives a body of any length in constant memory. */
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
    if (isWhole) kept.push(chunk.slice()) // a copy: the source may reuse its buffer
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

/** All bytes of a small body. @throws RangeError if it is larger than `limit`. */
export async function readSmallBody(request: Request, limit = 1_048_576): Promise<Uint8Array> {
  const { kept, tooBig } = await receive(bodyOf(request), { keepUpTo: limit, refuseAbove: limit, hash: null })
  if (tooBig || kept === null) throw new RangeError(`The body is larger than ${limit} bytes.`)
  return kept
}
