import { ABILITY_ROWS } from './ability-rows.js'
import { type Feature, POSTING_FLAGS } from './features.js'

/** What the core knows of one optional method of a platform. */
export interface AbilityMethod {
  /** Name of the interface it belongs to. */
  readonly ability: string
  /** The flag that must be on as well; null where the method alone says it. */
  readonly flag: Feature | null
  /** What it does, as a phrase: for refusals. */
  readonly what: string
  /** What to do instead, as a sentence; null when there is nothing. */
  readonly instead: string | null
  /** True for methods that answer at once. */
  readonly sync: boolean
}

/** A row with any facts: which it has is only known to the type of the rows themselves. */
interface AnyRow {
  readonly ability: string
  readonly flag?: Feature
  readonly alsoNeeds?: readonly string[]
  readonly what: string
  readonly instead?: string
  readonly sync?: boolean
}

const ROWS: Readonly<Record<string, AnyRow>> = ABILITY_ROWS

/** Every optional method of a platform. What is not here and not part of `PlatformBase` is no ability. */
export const ABILITY_METHODS: Readonly<Record<string, AbilityMethod>> = Object.fromEntries(
  Object.entries(ROWS).map(([method, { ability, flag = null, what, instead = null, sync = false }]) => [
    method,
    { ability, flag, what, instead, sync },
  ]),
)

function methodsOfFlags(): Readonly<Partial<Record<Feature, readonly string[]>>> {
  const methods: Partial<Record<Feature, string[]>> = {}
  for (const flag of POSTING_FLAGS) methods[flag] = ['publish']
  for (const [method, { flag, alsoNeeds = [] }] of Object.entries(ROWS))
    if (flag !== undefined) (methods[flag] ??= []).push(method, ...alsoNeeds)
  return methods
}

/** The flags a platform may list, with the methods that must stand behind each. */
export const FLAG_METHODS: Readonly<Partial<Record<Feature, readonly string[]>>> = methodsOfFlags()
