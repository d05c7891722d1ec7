import type { RawData } from '../errors/index.js'
import type { Update } from '../models/index.js'
import type { AbilityMethodName, AllAbilities } from './abilities/index.js'

/** Kinds of arguments of operations, with the type of each kind as the platform receives it. */
export interface ArgumentKinds {
  TEXT: string
  /** A marker. Null starts at the newest update. */
  MARKER: string | null
  MOMENT: Date | null
  /** An update that was delivered to this account. */
  UPDATE: Update
  /** Fields to change, by the network's own names. */
  FIELDS: RawData
}

/** Kinds of options of operations, with the type of each kind as the platform receives it. */
export interface OptionKinds {
  TEXT: string | null
  COUNT: number | null
  MOMENT: Date | null
  STRINGS: readonly string[] | null
  /** A boolean whose default is true. */
  TRUE: boolean
  /** A boolean whose default is false. */
  FALSE: boolean
}

/** The kinds whose type is assignable to the type of a parameter. */
type KindOf<Kinds, Value> = { [K in keyof Kinds]: Kinds[K] extends Value ? K : never }[keyof Kinds]

/** Arguments of a method. Each entry is the argument's name for error messages, and its kind. */
type ArgumentsOf<Values extends readonly unknown[]> = {
  readonly [I in keyof Values]: readonly [name: string, kind: KindOf<ArgumentKinds, Values[I]>]
}

/**
 * Rules for reading a method's arguments, without the call. If the row has options, the last argument is the options
 * object.
 */
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
  /** Name of the interface that declares the method. */
  readonly ability: `Can${string}`
  /** Feature flag required in addition to the method; omitted when no flag is required. */
  readonly flag?: string
  /** Methods of other abilities that the method's flag also requires. */
  readonly alsoNeeds?: readonly AbilityMethodName[]
  /** Description of the method, as a phrase for error messages. */
  readonly what: string
  /** Advice for the user about an alternative, as a sentence. Omitted if no alternative exists. */
  readonly instead?: string
  /** True for synchronous methods. */
  readonly sync?: true
  /** Name of the account's operation. Omitted if it equals the method's name. */
  readonly operation?: string
}

/**
 * The row of one method. Rows of account operations have `takes`, which lists their arguments. `CUSTOM` means that a
 * function of `client/account/custom-operations.ts` reads them.
 */
export type AbilityRow<M extends AbilityMethodName> = Facts &
  ({ readonly takes?: 'CUSTOM'; readonly options?: never } | ReadingOf<Parameters<AllAbilities[M]>>)
