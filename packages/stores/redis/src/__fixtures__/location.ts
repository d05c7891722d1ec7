import type { Json } from '@social/core/store'
import type { ProcessHook } from '@social/testkit/store'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import type { ClientPackage } from './clients.js'

/** Sealing key of the tests. */
export const KEY = 'a'.repeat(64)
export const OTHER_KEY = 'b'.repeat(64)

/** Location of the stores that a competing test process opens. */
export interface Location {
  readonly url: string
  readonly prefix: string
  readonly key: string | null
  readonly name: ClientPackage
}

/** Reads the location that `competitors` passed to this process. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // safe cast: only `competitors` writes locations
}

/** Returns a hook of the store checks that opens the same stores in other processes. */
export function competitors(location: Location): ProcessHook {
  return {
    module: new URL('competitor.ts', import.meta.url),
    location: { ...location },
    execArgv: RUN_SOURCES,
  }
}
