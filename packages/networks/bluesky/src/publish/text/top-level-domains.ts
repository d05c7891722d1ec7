import { TOP_LEVEL_DOMAINS } from '../generated/top-level-domains.js'

let endings: ReadonlySet<string> | null = null

/** Returns true for a valid top-level domain such as `com`. The list is parsed once. */
export function isTopLevelDomain(ending: string): boolean {
  endings ??= new Set(TOP_LEVEL_DOMAINS.split(/\s/))
  return ending !== '' && endings.has(ending)
}
