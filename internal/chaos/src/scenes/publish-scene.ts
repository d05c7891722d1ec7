import { RateLimitError } from '@social/core'
import type { Effect } from '@social/emulator'

import type { Operation } from '../networks/network.js'
import { describeEnd, type Finding, hasResult, judge, type Attempt } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import { makeTokenDue } from './due-token.js'
import type { Scene } from './scene.js'

/** Seconds after which every list shows a new post. */
const LAG_SECONDS = 15
const KEY = 'chaos-1'

/** Publishes one post under one key. */
export class PublishScene implements Scene {
  /**
   * Longer than the deadline of 120 seconds, with the queries, the cleanup and the processing time
   * of these networks.
   */
  readonly maxSeconds = 300
  readonly canBeTakenOver = true
  readonly #world: World
  readonly #operation: Operation

  constructor(world: World, operation: Operation) {
    this.#world = world
    this.#operation = operation
  }

  async prepare(worker: Worker): Promise<void> {
    const { prepare, afterLag, isTokenDue = false } = this.#operation
    if (prepare) await this.#world.complete(prepare(worker.account), worker)
    await this.#world.pass(LAG_SECONDS)
    if (afterLag) await this.#world.complete(afterLag(worker.account), worker)
    if (isTokenDue) await makeTokenDue(this.#world)
  }

  call(worker: Worker, signal: AbortSignal): Promise<string | null> {
    return this.#operation.run(worker.account, { idempotencyKey: KEY, signal })
  }

  made(): number {
    return this.#ids().length
  }

  isOver(last: Attempt): boolean {
    return last.end.kind === 'RESULT'
  }

  async judge(attempts: readonly Attempt[], worker: Worker): Promise<readonly Finding[]> {
    const findings: Finding[] = []
    // A repeated call must return the same result and publish nothing.
    if (hasResult(attempts)) findings.push(...(await this.#again(KEY, attempts, worker)))
    findings.push(...judge(attempts, this.#ids(), this.#operation.parts))
    const { onTheWay } = this.#operation
    const extra = this.#effects().filter(({ kind }) => kind === onTheWay).length
    if (extra > 1) findings.push({ failure: 'DOUBLE', why: `${extra} more posts were published in between` })
    // A second post under another key checks that the account still works after the renewal of its
    // token.
    if (this.#operation.isTokenDue === true && !this.#world.mayBeSignedOut)
      findings.push(...(await this.#again('chaos-2', attempts, worker)))
    return findings
  }

  async #again(key: string, attempts: readonly Attempt[], worker: Worker): Promise<readonly Finding[]> {
    const before = attempts
      .map(({ end }) => (end.kind === 'RESULT' ? end.id : null))
      .find((id) => id !== null)
    try {
      const call = this.#operation.run(worker.account, { idempotencyKey: key, signal: worker.startAttempt() })
      const id = await this.#world.complete(call, worker)
      if (key !== KEY || before === undefined || id === before) return []
      return [{ failure: 'MISREPORT', why: `reported as ${before} first, and as ${id} later` }]
    } catch (error) {
      // A rate limit is unrelated to the token, so this is not a failure.
      if (RateLimitError.is(error)) return []
      const why = describeEnd({ kind: 'ERROR', error })
      return key === KEY ? [] : [{ failure: 'LOSS', why: `the account is lost: ${why}` }]
    }
  }

  #ids(): readonly string[] {
    const { makes } = this.#operation
    return this.#effects()
      .filter(({ kind }) => makes.includes(kind))
      .map(({ id }) => id)
  }

  #effects(): readonly Effect[] {
    return this.#world.opened.network.effects.list()
  }
}
