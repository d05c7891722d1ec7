import type { RawData } from '../errors/index.js'
import type { Update } from '../models/index.js'
import type { AbilityMethodName, AllAbilities } from './abilities/index.js'

/** How an argument of an operation is read, and what the platform gets for it. */
export interface ArgumentKinds {
  TEXT: string
  /** Null begins at the newest. */
  MARKER: string | null
  MOMENT: Date | null
  /** One that was delivered to this account. */
  UPDATE: Update
  /** Fields under the network's own names. */
  FIELDS: RawData
}

/** How an option of an operation is read, and what the platform gets for it. */
export interface OptionKinds {
  TEXT: string | null
  COUNT: number | null
  WORDS: readonly string[] | null
  /** True unless given. */
  TRUE: boolean
  /** False unless given. */
  FALSE: boolean
}

/** Kinds that give what a parameter takes. */
type KindOf<Kinds, Value> = { [K in keyof Kinds]: Kinds[K] extends Value ? K : never }[keyof Kinds]

/** An argument by its name in messages, and its kind. */
type ArgumentsOf<Values extends readonly unknown[]> = {
  readonly [I in keyof Values]: readonly [name: string, kind: KindOf<ArgumentKinds, Values[I]>]
}

/** How the arguments of a method are read: all but its call, the last one before it as options where the row has them. */
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

/** What the core knows of one optional method of a platform. */
interface Facts {
  /** Name of the interface it belongs to. */
  readonly ability: `Can${string}`
  /** The flag that must be listed as well; left out where the method alone says it. */
  readonly flag?: string
  /** Methods of other abilities that its flag asks for. */
  readonly alsoNeeds?: readonly AbilityMethodName[]
  /** What it does, as a phrase: for refusals. */
  readonly what: string
  /** What to do instead, as a sentence; left out when there is nothing. */
  readonly instead?: string
  /** True for methods that answer at once. */
  readonly sync?: true
  /** Its name as an operation of an account, where that is another one. */
  readonly operation?: string
}

/**
 * The row of one method. Operations of an account have `takes`: their arguments, or `CUSTOM` where a function of
 * `client/account/custom-operations.ts` reads them.
 */
export type AbilityRow<M extends AbilityMethodName> = Facts &
  ({ readonly takes?: 'CUSTOM'; readonly options?: never } | ReadingOf<Parameters<AllAbilities[M]>>)
