import { ABILITY_ROWS } from './ability-rows.js'

/** Feature flags for the content of posts. Each flag requires the method `publish`. */
export const POSTING_FLAGS = [
  'POST_TEXT',
  'POST_IMAGE',
  'POST_VIDEO',
  'POST_DOCUMENT',
  'SCHEDULE',
  'REPLY',
] as const
/** Feature flags for properties of the network itself. These flags require no method. */
const FLAGS_WITHOUT_METHODS = ['NEEDS_NO_APP', 'SUBSCRIBE_UPDATES'] as const

/** A flag for post content. */
export type PostingFlag = (typeof POSTING_FLAGS)[number]

type AbilityRows = typeof ABILITY_ROWS
/** Feature flags that the ability rows contain. */
type FlagOfRow = {
  [M in keyof AbilityRows]: AbilityRows[M] extends { readonly flag: infer F } ? F : never
}[keyof AbilityRows]

/** Feature of a network. `SUBSCRIBE_UPDATES` is reserved and unused. */
export type Feature = PostingFlag | (typeof FLAGS_WITHOUT_METHODS)[number] | FlagOfRow

function everyFlag(): { readonly [F in Feature]: F } {
  const flags: Record<string, string> = {}
  for (const flag of [...POSTING_FLAGS, ...FLAGS_WITHOUT_METHODS]) flags[flag] = flag
  for (const row of Object.values(ABILITY_ROWS)) if ('flag' in row) flags[row.flag] = row.flag
  return flags as { readonly [F in Feature]: F } // safe cast: the object is built from the same three sources as the type
}

/** Feature flags of networks. Abilities without a flag are detected by their methods. */
export const Feature: { readonly [F in Feature]: F } = everyFlag()
