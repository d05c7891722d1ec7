import { randomUUID } from 'node:crypto'

import {
  type Clock,
  type JournalEntry,
  type JournalKey,
  type JsonObject,
  portArguments,
  type PostCandidate,
  type PostClaim,
  type PublishJournal,
  journalKeyText,
} from '@social/core/store'
import {
  holdsResult,
  type JournalLease,
  type Lease,
  lostEntry,
  millisecondsOf,
  otherEntry,
  type OwnedPost,
  type Sealer,
  sealReceipt,
  sealResult,
  unsealReceipt,
  unsealResult,
} from '@social/store-kit'

import type { Keys } from '../keys.js'
import { listOf, numberOf, textOf, textOrNull } from '../server/reply.js'
import type { Session } from '../server/session.js'
import { CLAIM_POST, FINISH, FINISH_NEW, FORGET, OPEN, RELEASE, SAVE } from './journal-scripts.js'
import { hashOf } from './storage.js'

/** Number of keys that one step of `forgetBefore` reads. Our choice. */
const PAGE = 500

/** Publish journal in Redis. Each entry is one hash with an expiry. */
export class RedisPublishJournal implements PublishJournal {
  readonly #session: Session
  readonly #keys: Keys
  readonly #sealer: Sealer
  readonly #clock: Clock
  readonly #keepMs: number

  constructor(session: Session, keys: Keys, sealer: Sealer, settings: { clock: Clock; journalDays: number }) {
    this.#session = session
    this.#keys = keys
    this.#sealer = sealer
    this.#clock = settings.clock
    this.#keepMs = Math.ceil(settings.journalDays * 86_400_000)
  }

  async open(key: JournalKey, fingerprint: string, lease: Lease): Promise<JournalEntry> {
    portArguments.journal.open(key, fingerprint, lease)
    const [id, place] = this.#place(key)
    const claim = randomUUID()
    const args = [fingerprint, claim, millisecondsOf(lease), this.#keepMs]
    let known: { readonly hash: string; readonly receipt: JsonObject } | null = null
    for (;;) {
      const reply = listOf(await this.#session.run(OPEN, place, [...args, known?.hash ?? '']))
      switch (reply[0]) {
        case 'NEW':
          return { state: 'NEW', claim, receipt: null }
        case 'CONTINUE':
          return { state: 'CONTINUE', claim, receipt: known?.receipt ?? null }
        case 'BUSY':
          // The server returns the remaining time, because its clock may differ. The remaining time
          // is converted to a time of this process's clock.
          return { state: 'BUSY', freeAt: new Date(this.#clock.now().getTime() + numberOf(reply[1])) }
        case 'DONE':
          return { state: 'DONE', result: await unsealResult(this.#sealer, id, textOf(reply[1])) }
        case 'READ': {
          // An entry whose receipt cannot be decrypted is not claimed, so that a worker with the
          // right key can claim it.
          const stored = textOf(reply[1])
          known = { hash: hashOf(stored), receipt: await unsealReceipt(this.#sealer, id, stored) }
          break
        }
        default:
          return { state: 'CONFLICT' }
      }
    }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, lease: JournalLease): Promise<void> {
    portArguments.journal.save(key, claim, receipt, lease)
    const [id, place] = this.#place(key)
    const sealed = await sealReceipt(this.#sealer, id, receipt)
    const { serverClock } = this.#session
    for (;;) {
      const awaits = lease.awaitsResponse === true ? '1' : '0'
      const args = [claim, millisecondsOf(lease), this.#keepMs, serverClock.stamp(), sealed ?? '', awaits]
      const [state, stamp] = listOf(await this.#session.run(SAVE, place, args))
      if (state === 'SAVED') return
      if (state !== 'STALE') throw lostEntry(key)
      // This worker saved the entry through another process. That process's estimate of the
      // server's clock was ahead.
      serverClock.passStamp(numberOf(stamp))
    }
  }

  async claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    { pick }: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    portArguments.journal.claimPost(key, claim, candidates, { pick })
    const posts = [...new Map(candidates.map((post) => [post.id, post])).values()]
    const [, place] = this.#place(key, ...posts.map(({ id }) => id))
    const ages = posts.map(({ ageSeconds }) => Math.floor(ageSeconds * 1000))
    const [state, at] = listOf(
      await this.#session.run(CLAIM_POST, place, [claim, pick, this.#keepMs, ...ages]),
    )
    if (state === 'LOST') throw lostEntry(key)
    if (state === 'TAKEN' || state === 'SEVERAL' || state === 'BUSY') return { state }
    return { state: 'OWNED', id: posts[numberOf(at) - 1]?.id ?? '' }
  }

  async finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finish(key, claim, result)
    const [id, place] = this.#place(key, ...(postId === null ? [] : [postId]))
    const sealed = await sealResult(this.#sealer, id, result)
    const [state, stored] = listOf(await this.#session.run(FINISH, place, [claim, this.#keepMs, sealed]))
    if (state === 'DONE') return
    if (state !== 'RESULT' || !(await this.#holds(id, stored, result))) throw lostEntry(key)
  }

  async finishNew(
    key: JournalKey,
    fingerprint: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finishNew(key, fingerprint, result)
    const [id, place] = this.#place(key, ...(postId === null ? [] : [postId]))
    const sealed = await sealResult(this.#sealer, id, result)
    const args = [fingerprint, this.#keepMs, sealed]
    const [state, stored] = listOf(await this.#session.run(FINISH_NEW, place, args))
    if (state === 'DONE') return
    if (state !== 'RESULT' || !(await this.#holds(id, stored, result))) throw otherEntry(key)
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    portArguments.journal.release(key, claim)
    await this.#session.run(RELEASE, this.#place(key)[1], [claim])
  }

  async forgetBefore(moment: Date): Promise<number> {
    portArguments.journal.forgetBefore(moment)
    let count = 0
    for (let cursor = '0'; ;) {
      const args = [cursor, PAGE, moment.getTime()]
      const [next, forgotten] = listOf(await this.#session.run(FORGET, [this.#keys.journal], args))
      count += numberOf(forgotten)
      cursor = textOf(next)
      if (cursor === '0') return count
    }
  }

  /**
   * Returns the keys that a script uses: the entry, the connection's hash of awaited responses,
   * and the posts.
   */
  #place(
    key: JournalKey,
    ...postIds: string[]
  ): readonly [id: string, place: readonly [string, ...string[]]] {
    const id = journalKeyText(key)
    const { connectionId } = key
    const posts = postIds.map((postId) => this.#keys.post(connectionId, postId))
    return [id, [this.#keys.journal + id, this.#keys.awaiting(connectionId), ...posts]]
  }

  #holds(id: string, stored: unknown, result: JsonObject): Promise<boolean> {
    return holdsResult(this.#sealer, id, textOrNull(stored), result)
  }
}
