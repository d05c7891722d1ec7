import type { TextCount } from './enumerations.js'
import { assertObject } from './values/assert-object.js'
import type { PartialInit } from './values/left-out.js'

/** The limits that a network puts on a post. Null = unknown = not checked; zero never stands in for unknown. */
export interface Limits {
  /** Longest text, counted in `textCountedIn`. */
  readonly maxTextLength: number | null
  /** A second limit on top of the first, in bytes of UTF-8. */
  readonly maxTextBytes: number | null
  /** What `maxTextLength` counts. */
  readonly textCountedIn: TextCount
  /** Longest title in characters, where posts have one; checked by the platform. */
  readonly maxTitleLength: number | null
  /** Most pictures in one post. */
  readonly maxImages: number | null
  /** Largest picture, in bytes. The shared checks do not look at it; some platforms do. */
  readonly maxImageBytes: number | null
  /** Most videos in one post. */
  readonly maxVideos: number | null
  /** Largest video, in bytes. The shared checks do not look at it; some platforms do. */
  readonly maxVideoBytes: number | null
  /** Posts that the account may still publish today, by the network's count; 0 is a real zero. */
  readonly postsLeftToday: number | null
  /** What only this network counts by (`reservedPerUrl`); plain JSON, for its own `measureText`. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Makes limits; what is left out is unknown, and text is counted in `CHARACTERS`. */
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
