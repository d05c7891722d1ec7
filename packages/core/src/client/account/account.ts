import type { ListenOptions } from '../../contract/index.js'
import type { Update } from '../../models/index.js'
import { supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { AnyAccount } from './account-types.js'
import { BaseHandle } from './base-handle.js'
import { listening } from './listening.js'
import { OPERATIONS } from './operation-table.js'

type Run = (runner: AccountRunner, ...args: readonly unknown[]) => unknown

/**
 * One account, with a method for each entry of `OPERATIONS`. Unsupported operations are refused before any request.
 */
class AccountHandle extends BaseHandle {
  readonly #runner: AccountRunner

  constructor(runner: AccountRunner) {
    super(runner)
    this.#runner = runner
  }

  static {
    for (const [name, row] of Object.entries(OPERATIONS)) {
      if (name === 'listen') continue
      const run = row.run as Run // safe cast: each operation checks its own arguments
      Object.defineProperty(AccountHandle.prototype, name, {
        configurable: true,
        // The method is async, so that a refusal rejects its promise instead of throwing. Unsupported operations are
        // refused first.
        async value(this: AccountHandle, ...args: readonly unknown[]) {
          supporting(this.#runner.platform, row.method)
          return run(this.#runner, ...args)
        },
      })
    }
  }

  /** Returns an iterable instead of a promise. For an unsupported operation the first `next()` rejects. */
  listen(options?: ListenOptions): AsyncIterableIterator<Update> {
    return listening(this.#runner, options)
  }
}

/** Makes the handle of one account. Sends no request. */
export function accountHandle(runner: AccountRunner): AnyAccount {
  return new AccountHandle(runner) as unknown as AnyAccount // safe cast: the static block adds every operation of the table to the class
}
