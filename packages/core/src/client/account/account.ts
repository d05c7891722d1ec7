import type { ListenOptions } from '../../contract/index.js'
import type { Update } from '../../models/index.js'
import { supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { AnyAccount } from './account-types.js'
import { BaseHandle } from './base-handle.js'
import { listening } from './listening.js'
import { OPERATIONS } from './operation-table.js'

type Run = (runner: AccountRunner, ...args: readonly unknown[]) => unknown

/** One account with every operation of the table; what its network lacks is refused by name, before any request. */
class AccountHandle extends BaseHandle {
  readonly #runner: AccountRunner

  constructor(runner: AccountRunner) {
    super(runner)
    this.#runner = runner
  }

  static {
    for (const [name, row] of Object.entries(OPERATIONS)) {
      if (name === 'listen') continue
      const run = row.run as Run // each checks its own arguments
      Object.defineProperty(AccountHandle.prototype, name, {
        configurable: true,
        // Asynchronous, so that what is refused rejects, as everything else does. What the network lacks goes first.
        async value(this: AccountHandle, ...args: readonly unknown[]) {
          supporting(this.#runner.platform, row.method)
          return run(this.#runner, ...args)
        },
      })
    }
  }

  /** No promise, but an iterable: it refuses when its first update is asked for. */
  listen(options?: ListenOptions): AsyncIterableIterator<Update> {
    return listening(this.#runner, options)
  }
}

/** A handle for one account. Reads nothing. */
export function accountHandle(runner: AccountRunner): AnyAccount {
  return new AccountHandle(runner) as unknown as AnyAccount // the static block gives it every operation of the table
}
