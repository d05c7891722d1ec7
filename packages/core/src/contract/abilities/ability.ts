import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, PublishCall } from '../calls.js'

/** Options that the platform reads: all except those of every call. */
type OwnNames<Options> = Exclude<keyof Options, keyof PublishOptions>

/** Options as the platform receives them: a missing one is null, or the default of the operation's row. */
type Read<Options> = { readonly [K in OwnNames<Options>]-?: Exclude<Options[K], undefined> }

/** Type of the call: operations with an idempotency key get a `PublishCall`. */
type CallFor<Options> = 'idempotencyKey' extends keyof Options ? PublishCall : Call

/** Platform method of an operation: its arguments, its own options if any, then the call. */
type Method<Operation> = Operation extends (...args: infer Given) => infer Result
  ? Required<Given> extends [...infer Arguments, infer Options extends CallOptions]
    ? [OwnNames<Options>] extends [never]
      ? (...args: [...Arguments, call: CallFor<Options>]) => Result
      : (...args: [...Arguments, options: Read<Options>, call: CallFor<Options>]) => Result
    : never
  : never

/** Platform methods for operations that are passed through unchanged. */
export type Ability<Operations, Names extends keyof Operations> = {
  [K in Names]: Method<Operations[K]>
}
