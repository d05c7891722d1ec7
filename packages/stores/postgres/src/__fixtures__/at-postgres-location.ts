import type { Json } from '@social/core/store'

/** What a competing process is told. */
export interface Location {
  readonly url: string
  readonly schema: string
  readonly key: string | null
  /** By how much the clock of that process is ahead; not at all when left out. */
  readonly aheadSeconds?: number
}

/** Reads what `competitors` wrote. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // `competitors` is the only writer
}
