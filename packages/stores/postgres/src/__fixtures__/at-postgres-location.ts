import type { Json } from '@social/core/store'

/** Location of the stores, passed to a competing process. */
export interface Location {
  readonly url: string
  readonly schema: string
  readonly key: string | null
  /** Seconds by which the clock of that process is ahead. Default: 0. */
  readonly aheadSeconds?: number
}

/** Reads a location written by `competitors`. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // only `competitors` writes it
}
