import type { MediaReader } from '../models/index.js'
import { BaseMedia, checkRange, type MediaOptions } from './base-media.js'

/** File whose bytes are in memory. The bytes are not copied. */
export class BytesMedia extends BaseMedia {
  declare readonly content: Uint8Array

  constructor(content: Uint8Array, filename: string, options: MediaOptions) {
    super({ content, path: null, url: null, filename }, options, `"${filename}"`)
    Object.freeze(this)
  }

  async size(): Promise<number> {
    return this.content.length
  }

  /** Returns a view of the bytes. The bytes are not copied. */
  override async piece(start: number, length: number): Promise<Uint8Array> {
    checkRange(start, length)
    return this.content.subarray(start, start + length)
  }

  async open(): Promise<MediaReader> {
    const { content } = this
    return {
      size: content.length,
      async readInto(target, position) {
        const part = content.subarray(position, position + target.length)
        target.set(part)
        return part.length
      },
      async close() {
        // Bytes in memory need not be closed.
      },
    }
  }
}
