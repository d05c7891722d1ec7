import type { ABILITY_ROWS } from '../../contract/ability-rows.js'
import type { AbilityMethodName, AccountOperations } from '../../contract/index.js'

type Rows = typeof ABILITY_ROWS

/** Name of every operation of an account, including `post` and `postThread`. */
export type Operation = keyof AccountOperations | 'post' | 'postThread'

/**
 * Name of the platform's method behind an operation. It is the operation's own name, unless the row defines another
 * operation name.
 */
export type MethodBehind<K extends Operation> = K extends AbilityMethodName
  ? K
  : {
      [M in AbilityMethodName]: Rows[M] extends { readonly operation: K } ? M : never
    }[AbilityMethodName]

/** Operations whose arguments are read by a function in `custom-operations.ts`. */
export type CustomOperation = {
  [K in Operation]: Rows[MethodBehind<K>] extends { readonly takes: 'CUSTOM' } ? K : never
}[Operation]
