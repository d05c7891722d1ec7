import type { BodySource } from '../../http/types.js'
import type { MediaReader } from '../../models/index.js'
import type { Media } from '../media.js'

/** One MiB. */
export const MIB = 1_048_576

/** Creates bytes without long repetitions, so that a wrong position in a file is detected. */
export function content(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
  return bytes
}

/**
 * Reads a whole body. Each chunk is copied, because it is valid only until the next chunk is
 * requested.
 */
export async function collect(body: BodySource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body.open()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Returns the same file, with a function that counts its open readers. */
export function watch(media: Media): { readonly media: Media; readonly open: () => number } {
  let count = 0
  const open = async (): Promise<MediaReader> => {
    const reader = await media.open()
    count += 1
    const { size } = reader
    return {
      size,
      readInto: (target, position) => reader.readInto(target, position),
      close: async () => {
        count -= 1
        await reader.close()
      },
    }
  }
  return { media: withReader(media, open), open: () => count }
}

/** Returns the same file with another `open`. */
export function withReader(media: Media, open: () => Promise<MediaReader>): Media {
  return Object.create(media, { open: { value: open } })
}

