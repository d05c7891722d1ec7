import { measurePost, assertOptionsObject, readText } from '../../checks/index.js'
import type { Call, Feature, Platform } from '../../contract/index.js'
import type { RateLimitState } from '../../http/types.js'
import {
  assertObject,
  type Connection,
  type Limits,
  platformOf,
  type PostInput,
  type Update,
  type UpdateAction,
} from '../../models/index.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { assertFunction, readCallOptions } from '../arguments.js'
import { dryRunPost } from '../posting/posting.js'
import { dryRunThread } from '../posting/thread-posting.js'
import type { CallOptions } from '../types.js'
import { has } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { AccountBase, MeasureOptions } from './account-types.js'
import { directAccess } from './direct-access.js'
import type { Direct } from './direct.js'
import { methodBehind } from './operation-table.js'

/** Operations that every account has, on any network. */
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

  async connection(options?: CallOptions): Promise<Connection> {
    return this.#fresh(readCallOptions(options, 'connection'), 'connection')
  }

  async features(options?: CallOptions): Promise<ReadonlySet<Feature>> {
    await this.#fresh(readCallOptions(options, 'features'), 'features')
    // Returns a copy, because callers could change the platform's own set, which all accounts share.
    return new Set(this.#runner.platform.features)
  }

  async limits(options?: CallOptions): Promise<Limits> {
    return this.#limits(readCallOptions(options, 'limits'))
  }

  async measureText(text: string, options?: MeasureOptions): Promise<number> {
    const { platform } = this.#runner
    const read = readCallOptions(options, 'measureText', ['options'])
    const measured = readText(text, 'The text to measure', platform.name)
    const postOptions = assertOptionsObject(read.options, platform.name)
    return measurePost(measured, { platform, limits: await this.#limits(read), options: postOptions })
  }

  async checkPost(post: PostInput, options?: CallOptions): Promise<void> {
    return dryRunPost(this.#runner, post, options)
  }

  async checkThread(posts: readonly PostInput[], options?: CallOptions): Promise<void> {
    return dryRunThread(this.#runner, posts, options)
  }

  async actionsFor(update: Update, options?: CallOptions): Promise<readonly UpdateAction[]> {
    assertObject(update, 'account.actionsFor', 'an update as it was delivered')
    const read = readCallOptions(options, 'actionsFor')
    return this.#runner.within('actionsFor', read, async () => {
      const connection = await this.#runner.readConnection()
      return this.#runner.platform.updateActions?.(update, connection) ?? []
    })
  }

  async run<T>(work: (call: Call) => Promise<T>, options?: CallOptions): Promise<T> {
    assertFunction(work, 'account.run takes a function of a call: account.run((call) => boards(call)).')
    return this.#runner.within('run', readCallOptions(options, 'run'), async (deadline) =>
      work(await this.#runner.call('run', deadline)),
    )
  }

  #fresh(options: CallOptions, operation: string): Promise<Connection> {
    return this.#runner.within(operation, options, (deadline) =>
      this.#runner.client.keeper.fresh(this.id, { signal: deadline.signal }),
    )
  }

  #limits(options: CallOptions): Promise<Limits> {
    return this.#runner.within('limits', options, async (deadline) =>
      this.#runner.platform.limits(await this.#runner.call('limits', deadline)),
    )
  }

  can(what: string): boolean {
    if (typeof what !== 'string') throw wrongArgument('account.can', 'given a feature or an operation', what)
    const platform: Platform = this.#runner.platform
    return platform.features.has(what as Feature) || has(platform, methodBehind(what)) // safe cast: `has` of a set accepts any string
  }
}
