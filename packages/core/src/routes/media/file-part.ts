import { open } from 'node:fs/promises'

import type { BodySource } from '../../http/types.js'
import type { ByteRange } from './byte-range.js'

/** Size of the read buffer in bytes (256 KiB). Our choice. */
const CHUNK_BYTES = 262_144

/** Makes a response body from a part of a file. The file is read in chunks, which all use the same buffer. */
export function filePart(path: string, { start, end }: ByteRange): BodySource {
  const length = end - start + 1
  return { length, open: () => readPart(path, start, length) }
}

async function* readPart(path: string, start: number, length: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(length, CHUNK_BYTES))
    let read = 0
    while (read < length) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - read), start + read)
      if (bytesRead === 0) throw new Error('The file became shorter while it was served.')
      read += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
