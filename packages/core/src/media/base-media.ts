import { inspect } from 'node:util'

import { ConfigError } from '../errors/index.js'
import { hide, type Media, type MediaKind, type MediaReader } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { contentTypeOf, kindOf } from './file-types.js'
import { refusedFile } from './refused-file.js'

/** Options that all kinds of media accept. */
export interface MediaOptions {
  /** Description of the picture for people who cannot see it. */
  readonly altText?: string | null | undefined
  /** Kind of the file. Required only if the file extension is missing or unknown. */
  readonly kind?: MediaKind | undefined
}

/**
 * Checks a position and a length. @throws ConfigError unless both are whole numbers of 0 or more.
 */
export function checkRange(start: number, length: number): void {
  for (const value of [start, length])
    if (!Number.isSafeInteger(value) || value < 0)
      throw new ConfigError(
        `piece(start, length) requires whole numbers of 0 or more, not ${describeValue(start)} and ${describeValue(length)}.`,
      )
}

/** Base class of files, bytes and URLs. Objects are frozen, and printing them omits the bytes. */
export abstract class BaseMedia implements Media {
  readonly kind: MediaKind
  declare readonly content: Uint8Array | null
  readonly path: string | null
  readonly url: string | null
  readonly filename: string | null
  readonly altText: string | null
  readonly contentType: string

  /** @throws InvalidPostError for an unknown kind, and for an alt text that is not a string. */
  constructor(
    source: Pick<Media, 'content' | 'path' | 'url' | 'filename'>,
    options: MediaOptions,
    shown: string,
  ) {
    const altText: unknown = options.altText ?? null
    if (altText !== null && typeof altText !== 'string')
      throw refusedFile('POST_INVALID', `The alt text of ${shown} must be text.`)
    this.kind = kindOf(source.filename, options.kind, shown)
    hide(this, 'content', source.content)
    this.path = source.path
    this.url = source.url
    this.filename = source.filename
    this.altText = altText
    this.contentType = contentTypeOf(source.filename, this.kind)
  }

  abstract size(): Promise<number | null>
  abstract open(): Promise<MediaReader>

  async piece(start: number, length: number): Promise<Uint8Array> {
    checkRange(start, length)
    const reader = await this.open()
    try {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, reader.size - start)))
      const count = bytes.length === 0 ? 0 : await reader.readInto(bytes, start)
      return bytes.subarray(0, count)
    } finally {
      await reader.close()
    }
  }

  read(): Promise<Uint8Array> {
    return this.piece(0, Number.MAX_SAFE_INTEGER)
  }

  /** Returns the form that is printed and used for JSON, without the bytes. */
  toJSON(): Record<string, unknown> {
    const { kind, path, url, filename, altText, contentType } = this
    return { kind, path, url: url && shownUrl(url), filename, altText, contentType }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}

/** Returns a URL without the parts that can be secret: user, password, query and fragment. */
function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && '?[hidden]'}`
}
