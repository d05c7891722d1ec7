import { ABILITY_ROWS } from './ability-rows.js'
import { type Feature, POSTING_FLAGS } from './features.js'

/** Metadata of one optional platform method. */
export interface AbilityMethod {
  /** Name of the interface that declares the method. */
  readonly ability: string
  /** Feature flag required in addition to the method. Null if no flag is required. */
  readonly flag: Feature | null
  /** Description of the method, as a phrase for error messages. */
  readonly what: string
  /** Advice for the user about an alternative, as a sentence. Null if no alternative exists. */
  readonly instead: string | null
  /** True for synchronous methods. */
  readonly sync: boolean
}

/** A row of `ABILITY_ROWS` whose optional fields may be missing. */
interface AnyRow {
  readonly ability: string
  readonly flag?: Feature
  readonly alsoNeeds?: readonly string[]
  readonly what: string
  readonly instead?: string
  readonly sync?: boolean
}

const ROWS: Readonly<Record<string, AnyRow>> = ABILITY_ROWS

/**
 * Every optional platform method by name. Methods that are neither listed here nor in `PlatformBase` are not
 * abilities.
 */
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

/** Feature flags that a platform can list, and the methods that each flag requires. */
export const FLAG_METHODS: Readonly<Partial<Record<Feature, readonly string[]>>> = methodsOfFlags()
