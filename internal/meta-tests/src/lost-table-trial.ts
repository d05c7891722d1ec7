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
  /** The edge that lists it. */
  readonly list: string
  /** Queries of a status before the publish. */
  readonly queries: number
  /** How long the list shows it, in seconds; for good unless given. */
  readonly listedSeconds?: number
  /** Prepares what the post needs, such as the post that it answers. */
  before?(at: N): Promise<string>
  post(at: N, options: { readonly idempotencyKey: string }, needed: string): Promise<{ readonly id: string }>
}

const error = (code: number) => ({ error: { code, message: 'No.' } })

/** What the queries after the lost response answer; null for the truth. */
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

/** How long the queries answer so, in seconds: the last is the end of the period in which a container can come out. */
const PERIODS = [
  ['at once', 0],
  ['after a minute', 60],
  ['after the end of the period', 86_400 + 1200],
] as const

/**
 * The response of every kind of post is lost, and the queries that follow answer anything, for any time: the same key
 * returns the post as soon as the network shows it, a failed query is an error to retry, and nothing is published twice.
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
    it.each(cases)('whose queries answer $answer is reported once, $when', async ({ fault, seconds }) => {
      await using at = await open()
      const needed = (await kind.before?.(at)) ?? ''
      const first = at.effects().length
      const sentBefore = published(at)
      const list = { method: 'GET', path: `${path}/${kind.list}`, count: 'all' } as const
      at.faults.add({ method: 'POST', path: `${path}/${publish}`, fault: 'replyLost' })
      if (fault === 'EMPTY') at.faults.add({ ...list, fault: 'status', status: 200, body: { data: [] } })
      else if (fault !== null) {
        at.faults.add({ ...list, ...fault })
        // Only once it is published.
        at.faults.add({ ...fault, method: 'GET', path, nth: kind.queries + 1, count: 'all' })
      }
      const send = () =>
        kind.post(at, { idempotencyKey: 'k' }, needed).then(
          ({ id }) => id,
          (failure: unknown) => failure,
        )
      const isFound = (said: unknown): boolean => said === at.effects()[first]?.id
      const early = await send()
      await at.clock.advance(seconds / 2)
      const meanwhile = seconds > 0 ? await send() : early
      await at.clock.advance(seconds / 2)
      at.faults.clear()
      let last = await send()
      // The network asked for a longer wait than the fault took.
      if (RateLimitError.is(last)) {
        await at.clock.advance(last.retryAfter ?? 0)
        last = await send()
      }

      expect(isFound(early) || isToRetry(early) ? [] : [early]).toEqual([])
      expect(isFound(meanwhile) || isOpen(meanwhile) ? [] : [meanwhile]).toEqual([])
      const isGone = fault !== null && seconds > (kind.listedSeconds ?? Infinity)
      expect(isFound(last) ? 'FOUND' : whatNext(last).todo).toBe(isGone ? 'LOOK_AT_ACCOUNT' : 'FOUND')
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

/** True for an error that is to be retried after some seconds, never by a person. */
function isToRetry(failure: unknown): boolean {
  const { todo, afterSeconds, idempotencyKey } = whatNext(failure)
  return todo === 'RETRY' && afterSeconds !== null && idempotencyKey === 'k'
}

/** The same, and what a refused token asks for. */
const isOpen = (failure: unknown): boolean => isToRetry(failure) || whatNext(failure).todo === 'SIGN_IN_AGAIN'
