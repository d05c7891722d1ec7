import { TOP_LEVEL_DOMAINS } from '../generated/top-level-domains.js'

let endings: ReadonlySet<string> | null = null

/** True for the ending of a name that is one: `com`. Loaded when a text needs it, and read once. */
export function isTopLevelDomain(ending: string): boolean {
  endings ??= new Set(TOP_LEVEL_DOMAINS.split(/\s/))
  return ending !== '' && endings.has(ending)
}
