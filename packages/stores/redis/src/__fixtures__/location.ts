import type { Json } from '@social/core/store'
import type { ProcessHook } from '@social/testkit/store'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import type { ClientPackage } from './clients.js'

/** A key of the tests. */
export const KEY = 'a'.repeat(64)
export const OTHER_KEY = 'b'.repeat(64)

/** What a competing process is told. */
export interface Location {
  readonly url: string
  readonly prefix: string
  readonly key: string | null
  readonly name: ClientPackage
}

/** Reads what `competitors` wrote. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // `competitors` is the only writer
}

/** How other processes come to the same stores. */
export function competitors(location: Location): ProcessHook {
  return {
    module: new URL('competitor.ts', import.meta.url),
    location: { ...location },
    execArgv: RUN_SOURCES,
  }
}
