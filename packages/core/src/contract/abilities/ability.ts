import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, PublishCall } from '../calls.js'

/** Options that are the platform's to read: all but those of every call. */
type OwnNames<Options> = Exclude<keyof Options, keyof PublishOptions>

/** What is left out comes as null, or as what the row of the operation says. */
type Read<Options> = { readonly [K in OwnNames<Options>]-?: Exclude<Options[K], undefined> }

/** Whatever takes a key makes something people can see. */
type CallFor<Options> = 'idempotencyKey' extends keyof Options ? PublishCall : Call

/** The platform's part of an operation: its arguments, its own options where it has any, and the call in their place. */
type Method<Operation> = Operation extends (...args: infer Given) => infer Result
  ? Required<Given> extends [...infer Arguments, infer Options extends CallOptions]
    ? [OwnNames<Options>] extends [never]
      ? (...args: [...Arguments, call: CallFor<Options>]) => Result
      : (...args: [...Arguments, options: Read<Options>, call: CallFor<Options>]) => Result
    : never
  : never

/** What a platform needs for operations that are handed on as the application calls them. */
export type Ability<Operations, Names extends keyof Operations> = {
  [K in Names]: Method<Operations[K]>
}
