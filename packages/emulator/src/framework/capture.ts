import { bodyOf, makeRequest, receive } from './body.js'
import { hideFields } from './hide.js'
import { type LoggedFields, type RecordDraft, toFields } from './request-log.js'

/** Bigger bodies are not looked into. */
const LARGEST_SHOWN_BYTES = 1_048_576

/** The request's body ended early: the connection was cut, by the client or by a fault. */
export class UploadCutError extends Error {
  override readonly name = 'UploadCutError'
}

async function* counted(source: AsyncIterable<Uint8Array>, record: RecordDraft): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    record.bodyBytes += chunk.byteLength
    yield chunk
  }
}

async function* cutAfter(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of source) {
    if (chunk.byteLength >= left) {
      if (left > 0) yield chunk.subarray(0, left)
      throw new UploadCutError(`The body was cut after ${bytes} bytes.`)
    }
    left -= chunk.byteLength
    yield chunk
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

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * The request as the handler gets it: its body counted, written down when it is a small form or JSON, and cut short
 * where a fault says so.
 */
export async function capture(
  request: Request,
  record: RecordDraft,
  cutAfterBytes: number | null,
): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  const contentType = headers.get('content-type') ?? ''
  const whole = counted(bodyOf(request), record)
  const source = cutAfterBytes === null ? whole : cutAfter(whole, cutAfterBytes)
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!isShown(contentType) || length > LARGEST_SHOWN_BYTES)
    return makeRequest({ url, method, headers, source })
  const { kept } = await receive(source, { keepUpTo: LARGEST_SHOWN_BYTES, hash: null })
  const bytes = kept ?? new Uint8Array()
  show(contentType, bytes, record)
  return makeRequest({ url, method, headers, source: only(bytes) })
}
