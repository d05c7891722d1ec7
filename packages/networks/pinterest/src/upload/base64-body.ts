import type { BodySource } from '@social/core/platform'

/** Length of the base64 text for this many bytes. Includes the padding, which Pinterest requires. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

/** Encodes a file as base64 chunk by chunk: four characters for every three bytes, independent of the chunk size. */
async function* encode(source: BodySource): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of source.open()) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % 3)
    if (end > 0) yield Buffer.from(toBase64(bytes.subarray(0, end)), 'latin1')
    // The rest is copied, because the chunk is only valid until the next chunk is read.
    rest = Uint8Array.from(bytes.subarray(end))
  }
  if (rest.length > 0) yield Buffer.from(toBase64(rest), 'latin1')
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/**
 * Request body of texts and files, in that order. Files are encoded as base64 while they are sent, so that memory holds
 * one chunk instead of all images.
 *
 * @param pieces - Texts, unchanged, and files.
 */
export function base64Body(pieces: readonly (string | BodySource)[]): BodySource {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  const lengths = parts.map((part) => (part instanceof Uint8Array ? part.length : base64Length(part.length)))
  return {
    length: lengths.reduce((sum, length) => sum + length, 0),
    async *open() {
      for (const part of parts)
        if (part instanceof Uint8Array) yield part
        else yield* encode(part)
    },
  }
}
