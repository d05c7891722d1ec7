import { TOP_LEVEL_DOMAINS } from '../generated/top-level-domains.js'

let endings: ReadonlySet<string> | null = null

/** True for a valid top-level domain: `com`. The list is loaded on demand and parsed once. */
export function isTopLevelDomain(ending: string): boolean {
  endings ??= new Set(TOP_LEVEL_DOMAINS.split(/\s/))
  return ending !== '' && endings.has(ending)
}
