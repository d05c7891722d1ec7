import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, PublishCall } from '../calls.js'

/** Names of the options that the platform receives. Excludes the options that every call has. */
type OwnNames<Options> = Exclude<keyof Options, keyof PublishOptions>

/**
 * Options as the platform receives them. A missing option is null, or has the default value from the operation's row
 * in `ABILITY_ROWS`.
 */
type Read<Options> = { readonly [K in OwnNames<Options>]-?: Exclude<Options[K], undefined> }

/** Type of the call that the platform receives. An operation with an idempotency key gets a `PublishCall`. */
type CallFor<Options> = 'idempotencyKey' extends keyof Options ? PublishCall : Call

/**
 * Type of the platform method behind an operation. Its parameters are the operation's arguments, then the
 * operation's own options if it has any, then the call.
 */
type Method<Operation> = Operation extends (...args: infer Given) => infer Result
  ? Required<Given> extends [...infer Arguments, infer Options extends CallOptions]
    ? [OwnNames<Options>] extends [never]
      ? (...args: [...Arguments, call: CallFor<Options>]) => Result
      : (...args: [...Arguments, options: Read<Options>, call: CallFor<Options>]) => Result
    : never
  : never

/** Types of the platform methods that receive the arguments of their operation unchanged. */
export type Ability<Operations, Names extends keyof Operations> = {
  [K in Names]: Method<Operations[K]>
}
