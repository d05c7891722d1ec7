import type { TextCount } from './enumerations.js'
import { assertObject } from './values/assert-object.js'
import type { PartialInit } from './values/left-out.js'

/** Limits of a network for a post. Null = unknown and not checked. Zero is a real limit. */
export interface Limits {
  /** Maximum length of the text, counted in `textCountedIn`. */
  readonly maxTextLength: number | null
  /** Additional maximum length of the text in UTF-8 bytes. */
  readonly maxTextBytes: number | null
  /** Unit of `maxTextLength`. */
  readonly textCountedIn: TextCount
  /** Maximum length of the title in characters, if posts have a title. The platform checks this limit. */
  readonly maxTitleLength: number | null
  /** Maximum number of pictures in one post. */
  readonly maxImages: number | null
  /** Maximum size of a picture in bytes. The shared checks do not check this limit, but some platforms do. */
  readonly maxImageBytes: number | null
  /** Maximum number of videos in one post. */
  readonly maxVideos: number | null
  /** Maximum size of a video in bytes. The shared checks do not check this limit, but some platforms do. */
  readonly maxVideoBytes: number | null
  /** Number of posts that the account can still publish today, as reported by the network. */
  readonly postsLeftToday: number | null
  /** Limits specific to this network (`reservedPerUrl`), for its `measureText`. Plain JSON. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Creates limits. Missing limits are null; `textCountedIn` defaults to `CHARACTERS`. */
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
    postsLeftToday: init.postsLeftToday ?? null,
    extra: init.extra ?? {},
  })
}
