import { assertSource, assertText } from '../arguments.js'

/** Error for a multipart body that does not match its `Content-Type` header. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'

  constructor(message: string) {
    super(typeof message === 'string' ? message : 'No message was given.')
  }
}

/**
 * One part of a multipart body. Reading the next part discards the unread bytes of this part's
 * body.
 */
export interface MultipartPart {
  /** Name of the form field. Empty outside `multipart/form-data`, where parts have no names. */
  readonly name: string
  /** File name that the client sent. Null for a plain field. */
  readonly filename: string | null
  readonly contentType: string | null
  /** Headers of the part. The names are in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: AsyncIterable<Uint8Array>
}

/** Maximum size in bytes of a part's headers. The emulator chose this limit. */
const MAX_HEAD_BYTES = 16_384

/** Reads the bytes of a source up to a mark. Buffers at most one chunk. */
class MarkReader {
  readonly #iterator: AsyncIterator<Uint8Array>
  #buffer: Buffer

  constructor(source: AsyncIterable<Uint8Array>, start: string) {
    this.#iterator = source[Symbol.asyncIterator]()
    this.#buffer = Buffer.from(start)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#iterator.next()
    if (done === true) throw new MultipartError('The body ended before its closing boundary.')
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value])
  }

  /** Yields the bytes before the mark, and removes the mark. */
  async *upTo(mark: Buffer): AsyncGenerator<Uint8Array> {
    while (true) {
      const at = this.#buffer.indexOf(mark)
      if (at >= 0) {
        const last = this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + mark.length)
        if (last.length > 0) yield last
        return
      }
      const sure = this.#buffer.length - mark.length + 1
      if (sure > 0) {
        const chunk = this.#buffer.subarray(0, sure)
        this.#buffer = this.#buffer.subarray(sure)
        yield chunk
      }
      await this.#more()
    }
  }

  /** Returns the short text before the mark, and removes the mark. */
  async text(mark: Buffer): Promise<string> {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of this.upTo(mark)) {
      length += chunk.byteLength
      if (length > MAX_HEAD_BYTES) throw new MultipartError("A part's headers are too long.")
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Returns the two bytes after a boundary. */
  async two(): Promise<string> {
    while (this.#buffer.length < 2) await this.#more()
    const text = this.#buffer.toString('latin1', 0, 2)
    this.#buffer = this.#buffer.subarray(2)
    return text
  }

  /** Reads and discards the rest of the body, so that the connection can be reused. */
  async drain(): Promise<void> {
    while ((await this.#iterator.next()).done !== true);
  }
}

function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

/** Returns the value of a header parameter, for example `name` in `form-data; name="file"`. */
function parameter(header: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(header)
  return match?.[1]?.replace(/\\(.)/g, '$1').replace(/%22/g, '"') ?? match?.[2] ?? null
}

/**
 * Reads a multipart body (`form-data` or `related`) part by part, in constant memory.
 *
 * @param source - Bytes of the body.
 * @param contentType - `Content-Type` header that contains the boundary.
 * @throws MultipartError if the body does not match its header.
 */
export async function* readMultipart(
  source: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<MultipartPart> {
  assertText(contentType, 'readMultipart: contentType')
  const boundary = parameter(contentType, 'boundary')
  if (!contentType.toLowerCase().startsWith('multipart/') || boundary === null || boundary === '')
    throw new MultipartError('The content type contains no boundary.')
  assertSource(source, 'readMultipart: source')
  const hasNames = contentType.toLowerCase().startsWith('multipart/form-data')
  const mark = Buffer.from(`\r\n--${boundary}`)
  const reader = new MarkReader(source, '\r\n')
  for await (const chunk of reader.upTo(mark)) void chunk // ignores the bytes before the first boundary
  while (true) {
    const after = await reader.two()
    if (after === '--') break
    if (after !== '\r\n') throw new MultipartError('A boundary must be followed by a line end or "--".')
    const headers = readHeaders(await reader.text(Buffer.from('\r\n\r\n')))
    const disposition = headers.get('content-disposition') ?? ''
    const name = parameter(disposition, 'name') ?? (hasNames ? null : '')
    if (name === null) throw new MultipartError('A part has no name.')
    const body = reader.upTo(mark)
    yield {
      name,
      filename: parameter(disposition, 'filename'),
      contentType: headers.get('content-type') ?? null,
      headers,
      body,
    }
    for await (const chunk of body) void chunk // discards the unread rest of the part
  }
  await reader.drain()
}
