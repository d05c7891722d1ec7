import { measurePost } from '../checks/index.js'
import type { Call, Feature, Platform } from '../contract/index.js'
import type { RawData } from '../errors/index.js'
import type { RateLimitState } from '../http/types.js'
import { type Connection, type Limits, platformOf } from '../models/index.js'
import { has, METHOD_BEHIND } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { AccountBase } from './account-types.js'
import { directAccess } from './direct-access.js'
import type { Direct } from './direct.js'
import type { CallOptions } from './types.js'

/** What every account has, whatever its network can do. */
export class BaseHandle implements AccountBase {
  readonly id: string
  readonly platform: string
  readonly #runner: AccountRunner

  constructor(runner: AccountRunner) {
    this.#runner = runner
    this.id = runner.id
    this.platform = platformOf(runner.id)
  }

  get direct(): Direct {
    return directAccess(this.#runner)
  }

  get rateLimit(): RateLimitState | null {
    return this.#runner.client.engine.rateLimit(this.id)
  }

  get usage(): Readonly<Record<string, number>> {
    return this.#runner.client.engine.usage(this.id)
  }

  connection(options?: CallOptions): Promise<Connection> {
    return this.#runner.within('connection', options, (deadline) =>
      this.#runner.client.keeper.fresh(this.id, { signal: deadline.signal }),
    )
  }

  async features(options?: CallOptions): Promise<ReadonlySet<Feature>> {
    await this.connection(options)
    return this.#runner.platform.features
  }

  limits(options?: CallOptions): Promise<Limits> {
    return this.#runner.within('limits', options, async (deadline) =>
      this.#runner.platform.limits(await this.#runner.call('limits', deadline)),
    )
  }

  async measureText(
    text: string,
    options: CallOptions & { readonly options?: RawData } = {},
  ): Promise<number> {
    return measurePost(text, {
      platform: this.#runner.platform,
      limits: await this.limits(options),
      options: options.options ?? {},
    })
  }

  run<T>(work: (call: Call) => Promise<T>, options?: CallOptions): Promise<T> {
    return this.#runner.within('run', options, async (deadline) =>
      work(await this.#runner.call('run', deadline)),
    )
  }

  can(what: string): boolean {
    const platform: Platform = this.#runner.platform
    return platform.features.has(what as Feature) || has(platform, METHOD_BEHIND[what] ?? what) // a Set only looks it up
  }
}
