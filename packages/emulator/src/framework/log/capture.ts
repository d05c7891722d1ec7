import { bodyOf, makeRequest, receive } from '../bodies/body.js'
import { hideFields } from './hide.js'
import { type LoggedFields, type RecordDraft, toFields } from './request-log.js'

/** Bigger bodies are not looked into. */
const LARGEST_SHOWN_BYTES = 1_048_576

/** A request on its way to the handler. */
export interface Captured {
  readonly request: Request
  /** True once the body ended early: the connection was cut, by the client or by a fault. */
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

/** The source as it is, counted; tells when it breaks. */
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
    record.form = hideFields(toFields(new URLSearchParams(text))) as LoggedFields // hiding keeps the shape
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
 * The request as the handler gets it: its body counted, written down when it is a small form or JSON, and cut short
 * where a fault says so.
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
  if (!isShown(contentType) || length > LARGEST_SHOWN_BYTES)
    return { request: makeRequest({ url, method, headers, source }), wasCut }
  const bytes = await smallBody(source)
  if (bytes !== null) show(contentType, bytes, record)
  return { request: makeRequest({ url, method, headers, source: only(bytes) }), wasCut: () => bytes === null }
}

/** Null when it was cut. */
async function smallBody(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { kept } = await receive(source, { keepUpTo: LARGEST_SHOWN_BYTES, hash: null })
    return kept ?? new Uint8Array()
  } catch {
    return null
  }
}
