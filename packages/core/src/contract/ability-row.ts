import type { RawData } from '../errors/index.js'
import type { Update } from '../models/index.js'
import type { AbilityMethodName, AllAbilities } from './abilities/index.js'

/** Argument kinds of operations, with the type the platform receives. */
export interface ArgumentKinds {
  TEXT: string
  /** Null starts at the newest. */
  MARKER: string | null
  MOMENT: Date | null
  /** An update delivered to this account. */
  UPDATE: Update
  /** Fields under the network's own names. */
  FIELDS: RawData
}

/** Option kinds of operations, with the type the platform receives. */
export interface OptionKinds {
  TEXT: string | null
  COUNT: number | null
  STRINGS: readonly string[] | null
  /** Default: true. */
  TRUE: boolean
  /** Default: false. */
  FALSE: boolean
}

/** Kinds whose type is assignable to a parameter. */
type KindOf<Kinds, Value> = { [K in keyof Kinds]: Kinds[K] extends Value ? K : never }[keyof Kinds]

/** An argument by its name in messages, and its kind. */
type ArgumentsOf<Values extends readonly unknown[]> = {
  readonly [I in keyof Values]: readonly [name: string, kind: KindOf<ArgumentKinds, Values[I]>]
}

/** Reading rules of a method's arguments, without the call. The last one is the options object if the row has options. */
type ReadingOf<Values extends readonly unknown[]> =
  | (Values extends readonly [...infer Arguments, unknown]
      ? { readonly takes: ArgumentsOf<Arguments>; readonly options?: never }
      : never)
  | (Values extends readonly [...infer Arguments, infer Options, unknown]
      ? {
          readonly takes: ArgumentsOf<Arguments>
          readonly options: { readonly [K in keyof Options]: KindOf<OptionKinds, Options[K]> }
        }
      : never)

/** Metadata of one optional platform method. */
interface Facts {
  /** Name of the interface it belongs to. */
  readonly ability: `Can${string}`
  /** Feature flag required in addition to the method; omitted when no flag is required. */
  readonly flag?: string
  /** Methods of other abilities that its flag requires. */
  readonly alsoNeeds?: readonly AbilityMethodName[]
  /** Description of the method, as a phrase for error messages. */
  readonly what: string
  /** Alternative for the user, as a sentence; omitted when there is none. */
  readonly instead?: string
  /** True for synchronous methods. */
  readonly sync?: true
  /** Name of the account operation, if different. */
  readonly operation?: string
}

/**
 * The row of one method. Account operations have `takes`: their arguments, or `CUSTOM` when a function of
 * `client/account/custom-operations.ts` reads them.
 */
export type AbilityRow<M extends AbilityMethodName> = Facts &
  ({ readonly takes?: 'CUSTOM'; readonly options?: never } | ReadingOf<Parameters<AllAbilities[M]>>)
