import { ABILITY_ROWS } from './ability-rows.js'

/** Flags that say what a post may be made of: all of them stand on `publish`. */
export const POSTING_FLAGS = ['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE', 'REPLY'] as const
/** Flags that say something about the network itself: no method stands behind them. */
const FLAGS_WITHOUT_METHODS = ['NEEDS_NO_APP', 'SUBSCRIBE_UPDATES'] as const

/** A flag that says what a post may be made of. */
export type PostingFlag = (typeof POSTING_FLAGS)[number]

type AbilityRows = typeof ABILITY_ROWS
/** Flags that the rows name. */
type FlagOfRow = {
  [M in keyof AbilityRows]: AbilityRows[M] extends { readonly flag: infer F } ? F : never
}[keyof AbilityRows]

/** What a network can do. `SUBSCRIBE_UPDATES` is reserved and unused. */
export type Feature = PostingFlag | (typeof FLAGS_WITHOUT_METHODS)[number] | FlagOfRow

function everyFlag(): { readonly [F in Feature]: F } {
  const flags: Record<string, string> = {}
  for (const flag of [...POSTING_FLAGS, ...FLAGS_WITHOUT_METHODS]) flags[flag] = flag
  for (const row of Object.values(ABILITY_ROWS)) if ('flag' in row) flags[row.flag] = row.flag
  return flags as { readonly [F in Feature]: F } // the same three sources as the type
}

/** What a network can do, as flags. Everything else is found by looking for the methods. */
export const Feature: { readonly [F in Feature]: F } = everyFlag()
