import { RateLimitError, whatNext } from '@social/core'
import type { Effect, Faults } from '@social/emulator'
import { describe, expect, it } from 'vitest'

/**
 * Emulated network of Meta that publishes posts through containers, and a client for the network.
 */
export interface LosingNetwork extends AsyncDisposable {
  readonly faults: Pick<Faults, 'add' | 'clear'>
  readonly clock: { advance(seconds: number): Promise<unknown> }
  effects(): readonly Effect[]
  requests(): readonly { readonly method: string; readonly path: string }[]
}

/** Kind of post, such as a reply. */
export interface LostKind<N> {
  readonly name: string
  /** Edge that lists published posts of this kind. */
  readonly list: string
  /** Number of status queries before the publish request. */
  readonly queries: number
  /** Seconds during which the list contains a new post. Undefined means without limit. */
  readonly listedSeconds?: number
  /** Creates objects that the post requires, such as the post for a reply. Returns the id. */
  before?(at: N): Promise<string>
  post(at: N, options: { readonly idempotencyKey: string }, needed: string): Promise<{ readonly id: string }>
}

const error = (code: number) => ({ error: { code, message: 'No.' } })

/** Responses to the queries that follow the lost response. Null means the correct response. */
const ANSWERS = [
  ['200 with the post', null],
  ['200 without it', 'EMPTY'],
  ['500', { fault: 'status', status: 500 }],
  ['502', { fault: 'status', status: 502, body: '<html>' }],
  ['503', { fault: 'status', status: 503, retryAfterSeconds: 5 }],
  ['429', { fault: 'status', status: 429, retryAfterSeconds: 45 }],
  ['401', { fault: 'status', status: 401, body: error(190) }],
  ['nothing', { fault: 'replyLost' }],
] as const

/**
 * Seconds during which the queries get a faulty response. The last value is longer than the period
 * in which a container can be published.
 */
const PERIODS = [
  ['immediately', 0],
  ['after a minute', 60],
  ['after the end of the period', 86_400 + 1200],
] as const

/**
 * Defines tests that lose the publish response of every kind of post. The following queries get
 * various faulty responses.
 *
 * A call with the same key returns the post once the network lists it. A failed query throws an
 * error that recommends a retry. No post is published twice.
 */
export function keepsLostPosts<N extends LosingNetwork>(network: {
  readonly open: () => Promise<N>
  /** `/v1.0/:id` */
  readonly path: string
  readonly publish: string
  readonly kinds: readonly LostKind<N>[]
}): void {
  const { open, path, publish, kinds } = network
  const cases = ANSWERS.flatMap(([answer, fault]) =>
    PERIODS.map(([when, seconds]) => ({ answer, fault, when, seconds })),
  )

  describe.each(kinds)('a lost $name', (kind) => {
    it.each(cases)('whose queries return $answer is reported once, $when', async ({ fault, seconds }) => {
      await using at = await open()
      const needed = (await kind.before?.(at)) ?? ''
      const first = at.effects().length
      const sentBefore = published(at)
      const list = { method: 'GET', path: `${path}/${kind.list}`, count: 'all' } as const
      at.faults.add({ method: 'POST', path: `${path}/${publish}`, fault: 'replyLost' })
      if (fault === 'EMPTY') at.faults.add({ ...list, fault: 'status', status: 200, body: { data: [] } })
      else if (fault !== null) {
        at.faults.add({ ...list, ...fault })
        // This fault affects only status queries after the publish request.
        at.faults.add({ ...fault, method: 'GET', path, nth: kind.queries + 1, count: 'all' })
      }
      const send = () =>
        kind.post(at, { idempotencyKey: 'k' }, needed).then(
          ({ id }) => id,
          (failure: unknown) => failure,
        )
      const isFound = (returned: unknown): boolean => returned === at.effects()[first]?.id
      const early = await send()
      await at.clock.advance(seconds / 2)
      const meanwhile = seconds > 0 ? await send() : early
      await at.clock.advance(seconds / 2)
      at.faults.clear()
      let last = await send()
      // The requested wait can be longer than the period of the fault.
      if (RateLimitError.is(last)) {
        await at.clock.advance(last.retryAfter ?? 0)
        last = await send()
      }

      expect(isFound(early) || isToRetry(early) ? [] : [early]).toEqual([])
      expect(isFound(meanwhile) || isOpen(meanwhile) ? [] : [meanwhile]).toEqual([])
      const isUnlisted = fault !== null && seconds > (kind.listedSeconds ?? Infinity)
      expect(isFound(last) ? 'FOUND' : whatNext(last).todo).toBe(isUnlisted ? 'LOOK_AT_ACCOUNT' : 'FOUND')
      expect(at.effects()).toHaveLength(first + 1)
      expect(published(at) - sentBefore).toBe(1)
    })
  })

  function published(at: N): number {
    return at
      .requests()
      .filter(({ method, path: asked }) => method === 'POST' && asked.endsWith(`/${publish}`)).length
  }
}

/** Returns true if the library recommends a retry without the action of a person. */
function isToRetry(failure: unknown): boolean {
  const { todo, afterSeconds, idempotencyKey } = whatNext(failure)
  return todo === 'RETRY' && afterSeconds !== null && idempotencyKey === 'k'
}

/** Returns true for errors that recommend a retry or a new sign-in. */
const isOpen = (failure: unknown): boolean => isToRetry(failure) || whatNext(failure).todo === 'SIGN_IN_AGAIN'
