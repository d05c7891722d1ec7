import type { ABILITY_ROWS } from '../../contract/ability-rows.js'
import type { AbilityMethodName, AccountOperations } from '../../contract/index.js'

type Rows = typeof ABILITY_ROWS

/** Every operation of an account, `post` and `postThread` included. */
export type Operation = keyof AccountOperations | 'post' | 'postThread'

/**
 * Name of the platform method behind an operation. It equals the operation's name, unless the row defines another
 * operation name.
 */
export type MethodBehind<K extends Operation> = K extends AbilityMethodName
  ? K
  : {
      [M in AbilityMethodName]: Rows[M] extends { readonly operation: K } ? M : never
    }[AbilityMethodName]

/** Operations whose arguments are read by their own function in `custom-operations.ts`. */
export type CustomOperation = {
  [K in Operation]: Rows[MethodBehind<K>] extends { readonly takes: 'CUSTOM' } ? K : never
}[Operation]
