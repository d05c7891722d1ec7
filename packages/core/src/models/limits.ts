import type { TextCount } from './enumerations.js'
import { assertObject } from './values/assert-object.js'
import type { PartialInit } from './values/left-out.js'

/**
 * Limits of a network for a post. A limit of null is unknown and is not checked. A limit of 0
 * allows none.
 */
export interface Limits {
  /** Maximum length of the text, in the unit `textCountedIn`. */
  readonly maxTextLength: number | null
  /** Maximum length of the text in UTF-8 bytes. Applies in addition to `maxTextLength`. */
  readonly maxTextBytes: number | null
  /** Unit in which `maxTextLength` is counted. */
  readonly textCountedIn: TextCount
  /**
   * Maximum length of the title in characters, for networks whose posts have a title. Only the
   * platform checks this limit.
   */
  readonly maxTitleLength: number | null
  /** Maximum number of pictures in one post. */
  readonly maxImages: number | null
  /**
   * Maximum size of a picture in bytes. The checks shared by all networks do not use this limit,
   * but some platforms check it.
   */
  readonly maxImageBytes: number | null
  /** Maximum number of videos in one post. */
  readonly maxVideos: number | null
  /**
   * Maximum size of a video in bytes. The checks shared by all networks do not use this limit, but
   * some platforms check it.
   */
  readonly maxVideoBytes: number | null
  /** Maximum number of documents in one post. */
  readonly maxDocuments: number | null
  /**
   * Maximum size of a document in bytes. The checks shared by all networks do not use this limit,
   * but some platforms check it.
   */
  readonly maxDocumentBytes: number | null
  /** Number of posts that the account can still publish today, as the network reported it. */
  readonly postsLeftToday: number | null
  /**
   * Other limits of this network, such as `reservedPerUrl`, which its `measureText` uses. Plain
   * JSON.
   */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Creates limits. Missing limits become null. `textCountedIn` defaults to `CHARACTERS`. */
export function makeLimits(init: PartialInit<Limits>): Limits {
  assertObject(init, 'makeLimits', '{ maxTextLength }')
  return Object.freeze({
    maxTextLength: init.maxTextLength ?? null,
    maxTextBytes: init.maxTextBytes ?? null,
    textCountedIn: init.textCountedIn ?? 'CHARACTERS',
    maxTitleLength: init.maxTitleLength ?? null,
    maxImages: init.maxImages ?? null,
    maxImageBytes: init.maxImageBytes ?? null,
    maxVideos: init.maxVideos ?? null,
    maxVideoBytes: init.maxVideoBytes ?? null,
    maxDocuments: init.maxDocuments ?? null,
    maxDocumentBytes: init.maxDocumentBytes ?? null,
    postsLeftToday: init.postsLeftToday ?? null,
    extra: init.extra ?? {},
  })
}
