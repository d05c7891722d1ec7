import type { Json } from '@social/core/store'

/** Location of the stores that a competing test process opens. */
export interface Location {
  readonly url: string
  readonly schema: string
  readonly key: string | null
  /** Seconds by which the competing process's clock is ahead. Default: 0. */
  readonly aheadSeconds?: number
}

/** Reads the location that `competitors` passed to this process. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // safe cast: only `competitors` writes locations
}
