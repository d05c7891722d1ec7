import { RateLimitError, whatNext } from '@social/core'
import type { Effect, Faults } from '@social/emulator'
import { describe, expect, it } from 'vitest'

/** A network of Meta with containers, and a client. */
export interface LosingNetwork extends AsyncDisposable {
  readonly faults: Pick<Faults, 'add' | 'clear'>
  readonly clock: { advance(seconds: number): Promise<unknown> }
  effects(): readonly Effect[]
  requests(): readonly { readonly method: string; readonly path: string }[]
}

/** One kind of post. */
export interface LostKind<N> {
  readonly name: string
  /** The edge that lists posts of this kind. */
  readonly list: string
  /** Queries of a status before the publish. */
  readonly queries: number
  /** Seconds for which the list contains it; without limit by default. */
  readonly listedSeconds?: number
  /** Prepares required objects, such as the post that a reply belongs to. */
  before?(at: N): Promise<string>
  post(at: N, options: { readonly idempotencyKey: string }, needed: string): Promise<{ readonly id: string }>
}

const error = (code: number) => ({ error: { code, message: 'No.' } })

/** Responses to the queries after the lost response; null for the true one. */
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
 * Seconds for which the queries get these responses. The last value is the end of the period in which a container can
 * be published.
 */
const PERIODS = [
  ['immediately', 0],
  ['after a minute', 60],
  ['after the end of the period', 86_400 + 1200],
] as const

/**
 * The response of every kind of post is lost, and the queries that follow get any response, for any time. The same
 * key returns the post once the network lists it. A failed query is an error to retry. Nothing is published twice.
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
        // Only after the publish request.
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
      // The network requested a longer wait than the duration of the fault.
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

/** True for an error to retry after some seconds, without a person. */
function isToRetry(failure: unknown): boolean {
  const { todo, afterSeconds, idempotencyKey } = whatNext(failure)
  return todo === 'RETRY' && afterSeconds !== null && idempotencyKey === 'k'
}

/** Also true for an error that requires a new sign-in. */
const isOpen = (failure: unknown): boolean => isToRetry(failure) || whatNext(failure).todo === 'SIGN_IN_AGAIN'
