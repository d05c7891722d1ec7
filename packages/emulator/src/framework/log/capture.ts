import { bodyOf, makeRequest, receive } from '../bodies/body.js'
import { hideFields } from './hide.js'
import { type LoggedFields, type RecordDraft, toFields } from './request-log.js'

/** Maximum size in bytes of a body that the log parses. Larger bodies are only counted. */
const MAX_SHOWN_BYTES = 1_048_576

/** A request for the handler, whose body is counted and logged. */
export interface Captured {
  readonly request: Request
  /** Returns true if the body ended early because the client or a fault cut the connection. */
  wasCut(): boolean
}

async function* cutAfter(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of source) {
    if (chunk.byteLength >= left) {
      if (left > 0) yield chunk.subarray(0, left)
      throw new Error(`The body was cut after ${bytes} bytes.`)
    }
    left -= chunk.byteLength
    yield chunk
  }
}

/** Yields the chunks of the source. Counts the bytes and reports an interruption. */
async function* watched(
  source: AsyncIterable<Uint8Array>,
  record: RecordDraft,
  onBroken: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      record.bodyBytes += chunk.byteLength
      yield chunk
    }
  } catch (error) {
    onBroken()
    throw error
  }
}

function show(contentType: string, bytes: Uint8Array, record: RecordDraft): void {
  const text = new TextDecoder().decode(bytes)
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    record.form = hideFields(toFields(new URLSearchParams(text))) as LoggedFields // safe cast: `hideFields` keeps the structure of the value
    return
  }
  try {
    record.json = hideFields(JSON.parse(text))
  } catch {
    record.json = text
  }
}

const isShown = (contentType: string): boolean =>
  contentType.startsWith('application/x-www-form-urlencoded') ||
  /^application\/(\w+\+)?json/.test(contentType)

async function* only(bytes: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (bytes !== null) yield bytes
}

/**
 * Creates the request that the handler receives. Its body is counted. The log contains small forms
 * and JSON bodies. If a fault requires it, the body is cut.
 */
export async function capture(
  request: Request,
  record: RecordDraft,
  cutAfterBytes: number | null,
): Promise<Captured> {
  if (request.body === null) return { request, wasCut: () => false }
  let isCut = false
  const wasCut = (): boolean => isCut
  const { url, method, headers } = request
  const contentType = headers.get('content-type') ?? ''
  const whole = cutAfterBytes === null ? bodyOf(request) : cutAfter(bodyOf(request), cutAfterBytes)
  const source = watched(whole, record, () => {
    isCut = true
  })
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!isShown(contentType) || length > MAX_SHOWN_BYTES)
    return { request: makeRequest({ url, method, headers, source }), wasCut }
  const bytes = await smallBody(source)
  if (bytes !== null) show(contentType, bytes, record)
  return { request: makeRequest({ url, method, headers, source: only(bytes) }), wasCut: () => bytes === null }
}

/** Returns all bytes of a small body. Returns null if the body was cut. */
async function smallBody(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { kept } = await receive(source, { keepUpTo: MAX_SHOWN_BYTES, hash: null })
    return kept ?? new Uint8Array()
  } catch {
    return null
  }
}
