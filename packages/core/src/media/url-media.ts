import type { InvalidPostError } from '../errors/index.js'
import type { MediaReader } from '../models/index.js'
import { BaseMedia, type MediaOptions } from './base-media.js'
import { refusedFile } from './refused-file.js'

/** Returns the last part of a URL's path as the file name. Null if it is empty. */
function filenameOf(url: URL): string | null {
  const last = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || null
  } catch {
    return last // the name contains an invalid percent-encoding, so it is not decoded
  }
}

/** File at a URL, for networks that download the file themselves. No request is sent. */
export class UrlMedia extends BaseMedia {
  declare readonly url: string

  constructor(url: URL, options: MediaOptions) {
    const filename = filenameOf(url)
    const shown = filename === null ? `the file at ${url.origin}` : `"${filename}"`
    super({ content: null, path: null, url: url.href, filename }, options, shown)
    Object.freeze(this)
  }

  async size(): Promise<null> {
    return null
  }

  override async piece(_start: number, _length: number): Promise<Uint8Array> {
    throw this.#refusal()
  }

  async open(): Promise<MediaReader> {
    throw this.#refusal()
  }

  #refusal(): InvalidPostError {
    return refusedFile(
      'FILE_MUST_BE_UPLOADED',
      `"${this.filename ?? new URL(this.url).origin}" is a URL and cannot be read. Download the file, and pass Media.fromFile(path) or Media.fromBytes(bytes, { filename }).`,
      { file: this.filename },
    )
  }
}
