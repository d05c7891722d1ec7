import { SocialBaseError } from '@social/core'

import type { PostText } from '../networks/network.js'
import { describeEnd, type Finding, isUnknownEnd, type Attempt, type AttemptEnd } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import { makeTokenDue } from './due-token.js'
import type { Scene } from './scene.js'

const TEXTS = ['The first', 'The second', 'The third'] as const

/** One of the concurrent posts, with the generated key and the result of its last attempt. */
interface Member {
  readonly text: string
  key: string | null
  end: AttemptEnd | null
}

/**
 * Publishes several posts concurrently in one process, without keys from the caller. Each post is
 * repeated under the generated key that its error contains. If the token must be renewed, all
 * posts wait for the same renewal.
 */
export class CrowdScene implements Scene {
  readonly maxSeconds = 300
  /** False because only this process knows the generated keys. */
  readonly canBeTakenOver = false
  readonly #world: World
  readonly #post: PostText
  readonly #members: readonly Member[] = TEXTS.map((text) => ({ text, key: null, end: null }))

  constructor(world: World, post: PostText) {
    this.#world = world
    this.#post = post
  }

  async prepare(): Promise<void> {
    if (this.#world.opened.connection.token.refreshToken !== null) await makeTokenDue(this.#world)
  }

  async call(worker: Worker, signal: AbortSignal): Promise<string | null> {
    const errors: unknown[] = []
    await Promise.all(
      this.#open().map(async (member) => {
        const key = member.key === null ? {} : { idempotencyKey: member.key }
        try {
          const { id } = await this.#post(worker.account, member.text, { signal, ...key })
          member.end = { kind: 'RESULT', id }
        } catch (error) {
          member.end = { kind: 'ERROR', error }
          if (SocialBaseError.is(error)) member.key = error.idempotencyKey ?? member.key
          errors.push(error)
        }
      }),
    )
    if (errors.length > 0) throw errors[0]
    return null
  }

  made(): number {
    return this.#world.opened.network.effects.list().length
  }

  /**
   * Returns true if no post remains, or if the process stopped. A stopped process loses the
   * generated keys, so its posts cannot be repeated.
   */
  isOver({ end }: Attempt): boolean {
    return end.kind === 'DIED' || end.kind === 'HANGS' || this.#open().length === 0
  }

  async judge(attempts: readonly Attempt[]): Promise<readonly Finding[]> {
    const effects = this.#world.opened.network.effects.list()
    const findings: Finding[] = []
    const prints = new Set(effects.map(({ fingerprint }) => fingerprint))
    if (prints.size < effects.length)
      findings.push({
        failure: 'DOUBLE',
        why: `${effects.length} posts were published, and ${prints.size} were requested`,
      })
    if (attempts.some(({ end }) => end.kind === 'HANGS'))
      findings.push({ failure: 'HANG', why: 'a call never ended' })
    const reported = this.#members.flatMap(({ end }) => (end?.kind === 'RESULT' ? [end.id] : []))
    const ids = effects.map(({ id }) => id)
    if (new Set(reported).size < reported.length || !reported.every((id) => id !== null && ids.includes(id)))
      findings.push({
        failure: 'MISREPORT',
        why: `reported as ${reported.join()}, but the published ids are ${ids.join()}`,
      })
    for (const { end, text } of this.#members)
      if (this.#isLost(end, attempts))
        findings.push({ failure: 'LOSS', why: `${text}: ${describeEnd(end ?? undefined)}` })
    return findings
  }

  /** Returns the posts that must be repeated. */
  #open(): readonly Member[] {
    return this.#members.filter(({ end }) => end?.kind !== 'RESULT' && !isForeign(end))
  }

  #isLost(end: AttemptEnd | null, attempts: readonly Attempt[]): boolean {
    if (end?.kind !== 'ERROR' || isForeign(end) || isUnknownEnd(end)) return false
    return (
      !this.#world.mayBeSignedOut &&
      !attempts.some((one) => one.end.kind === 'DIED' || one.end.kind === 'HANGS')
    )
  }
}

/** Returns true for errors of the caller or of a port. These errors contain no key. */
function isForeign(end: AttemptEnd | null): boolean {
  return end?.kind === 'ERROR' && !SocialBaseError.is(end.error)
}
