import { createHash } from 'node:crypto'

import { assertObject, assertSource } from '../arguments.js'
import { refuseUnknownNames } from '../settings-names.js'

const sources = new WeakMap<Request, AsyncIterable<Uint8Array>>()

/** What a request is made of where the server has it. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  /** The body's bytes as they arrive; null without a body. */
  readonly source: AsyncIterable<Uint8Array> | null
  readonly signal?: AbortSignal
}

/** A `Request` whose body is read from a source, either as a stream or, without that detour, through `bodyOf`. */
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
    { highWaterMark: 0 }, // nothing is read before somebody asks: the handler may refuse by the headers alone
  )
  const request = new Request(url, { method, headers, body, duplex: 'half', ...(signal && { signal }) })
  sources.set(request, { [Symbol.asyncIterator]: () => iterator })
  return request
}

/** The body of a request as it arrives, chunk by chunk; nothing is kept. Read it once. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  assertObject(request, 'bodyOf: request')
  return sources.get(request) ?? request.body ?? noBytes()
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** How a body is received. */
export interface ReceiveOptions {
  /** Keep the bytes when there are at most this many; 0, the default, keeps none. */
  readonly keepUpTo?: number | undefined
  /** Stop reading, and say so, as soon as there are more. */
  readonly refuseAbove?: number | undefined
  /** The sum to take; null takes none, which is faster. `sha256` unless given. */
  readonly hash?: 'sha256' | 'sha1' | 'md5' | null | undefined
  /** Told after each chunk how many bytes have come: what a network that resumes uploads keeps of one that is cut. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

const RECEIVE: Record<keyof ReceiveOptions, true> = {
  keepUpTo: true,
  refuseAbove: true,
  hash: true,
  onBytes: true,
}

/** A body that was received: counted and summed, and kept only where it was small. */
export interface Received {
  readonly bytes: number
  /** Hexadecimal; null when none was asked for. */
  readonly sum: string | null
  /** The first 64 KiB, to tell what kind of file it is. */
  readonly head: Uint8Array
  /** The whole; null when it was bigger than `keepUpTo`. */
  readonly kept: Uint8Array | null
  /** True when reading stopped because there were more than `refuseAbove`. */
  readonly tooBig: boolean
}

/** Bytes that are kept of the beginning of any body: a file shows there what it is. Our choice. */
const HEAD_BYTES = 65_536

/** Receives bytes of any length in constant memory. */
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
    if (isWhole) kept.push(chunk.slice()) // a copy: the source may use its buffer again
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

/** All bytes of a small body. @throws RangeError when there are more than `limit`. */
export async function readSmallBody(request: Request, limit = 1_048_576): Promise<Uint8Array> {
  const { kept, tooBig } = await receive(bodyOf(request), { keepUpTo: limit, refuseAbove: limit, hash: null })
  if (tooBig || kept === null) throw new RangeError(`The body is bigger than ${limit} bytes.`)
  return kept
}
