import type { AllAbilities, Call } from '../../contract/index.js'
import type { RawData } from '../../errors/index.js'
import { needText, readCallOptions } from '../arguments.js'
import type { CallOptions } from '../types.js'
import type { Supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { CanPost, CanPostThread } from './account-types.js'
import type { AccountOperations, MethodBehind, Operation } from './operations.js'

type Operations = AccountOperations & CanPost<RawData> & CanPostThread<RawData>

/** One operation: the platform's method behind it, and how its arguments are read and handed on. */
export interface OperationRow<K extends Operation> {
  readonly method: MethodBehind<K>
  run(runner: AccountRunner, ...args: Parameters<Operations[K]>): ReturnType<Operations[K]>
}

/** An operation that takes nothing but options. */
export function plain<M extends keyof AllAbilities, T>(
  method: M,
  ask: (platform: Supporting<M>, call: Call) => Promise<T>,
) {
  return {
    method,
    run: (runner: AccountRunner, options?: CallOptions): Promise<T> =>
      runner.run(method, readCallOptions(options, method), ask),
  }
}

/** An operation on what an id names. */
export function onId<M extends keyof AllAbilities, T>(
  method: M,
  field: string,
  ask: (platform: Supporting<M>, id: string, call: Call) => Promise<T>,
) {
  return {
    method,
    run(runner: AccountRunner, id: string, options?: CallOptions): Promise<T> {
      needText(id, field)
      const read = readCallOptions(options, method)
      return runner.run(method, read, (platform, call) => ask(platform, id, call))
    },
  }
}
