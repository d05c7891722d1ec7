import { ABILITY_ROWS } from './ability-rows.js'
import { type Feature, POSTING_FLAGS } from './features.js'

/** Metadata of one optional platform method. */
export interface AbilityMethod {
  /** Name of the interface it belongs to. */
  readonly ability: string
  /** Feature flag required in addition to the method; null when no flag is required. */
  readonly flag: Feature | null
  /** Description of the method, as a phrase for error messages. */
  readonly what: string
  /** Alternative for the user, as a sentence; null when there is none. */
  readonly instead: string | null
  /** True for synchronous methods. */
  readonly sync: boolean
}

/** A row whose fields are unknown here. Only the types of the rows define which fields exist. */
interface AnyRow {
  readonly ability: string
  readonly flag?: Feature
  readonly alsoNeeds?: readonly string[]
  readonly what: string
  readonly instead?: string
  readonly sync?: boolean
}

const ROWS: Readonly<Record<string, AnyRow>> = ABILITY_ROWS

/** Every optional platform method. Methods missing here and in `PlatformBase` are not abilities. */
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

/** Feature flags a platform can list, with the methods each flag requires. */
export const FLAG_METHODS: Readonly<Partial<Record<Feature, readonly string[]>>> = methodsOfFlags()
