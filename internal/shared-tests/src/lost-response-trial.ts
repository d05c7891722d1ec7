import { sampleOf } from '@social-internal/testing/sample'
import { OutcomeUnknownError, SocialBaseError, whatNext } from '@social/core'
import type { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Method and path of the requests that a fault affects. */
interface Requests {
  readonly method: string
  readonly path: string
}

/** Faults that the tests apply to these requests. */
type Disturbance =
  | { readonly fault: 'replyLost' | 'dropMidBody' | 'closeBeforeEffect' }
  | {
      readonly fault: 'status'
      readonly status: number
      readonly body?: unknown
      readonly retryAfterSeconds?: number
      readonly afterEffect?: boolean
    }

/** Account at an emulated network that publishes one kind of post. */
export interface Publishing extends AsyncDisposable {
  readonly clock: FakeClock
  readonly faults: {
    add(fault: Requests & Disturbance & { readonly count?: 'all' }): { remove(): void }
  }
  /** Returns the ids of the posts that the application published, in order. */
  made(): readonly string[]
  /**
   * Publishes a post under a key. The key also determines the content. Returns the id, or null if
   * the operation returns no id.
   */
  run(key: string): Promise<string | null>
}

/** Operation with a visible effect at a network, and the query that finds its result. */
export interface VisibleOperation {
  /** Name of the network and of the operation. */
  readonly name: string
  open(): Promise<Publishing>
  readonly visible: Requests
  readonly query: Requests
  /** Body of a successful query that finds no result. */
  readonly nothing: unknown
  /** Seconds after which the library no longer queries for the result. */
  readonly periodSeconds: number
  /** True if repeating the request is harmless. Then the library may repeat it. */
  readonly isRepeatable?: boolean
}

/** Faults that lose the response, each with whether the request took effect at the network. */
const LOSSES: readonly (readonly [name: string, fault: Disturbance, isOut: boolean])[] = [
  ['the response lost', { fault: 'replyLost' }, true],
  ['the response cut', { fault: 'dropMidBody' }, true],
  ['a page after the effect', { fault: 'status', status: 200, body: '<html>', afterEffect: true }, true],
  ['500 after the effect', { fault: 'status', status: 500, afterEffect: true }, true],
  [
    '503 with Retry-After after the effect',
    { fault: 'status', status: 503, retryAfterSeconds: 1, afterEffect: true },
    true,
  ],
  [
    '503 with a long Retry-After after the effect',
    { fault: 'status', status: 503, retryAfterSeconds: 300, afterEffect: true },
    true,
  ],
  ['the connection closed before the effect', { fault: 'closeBeforeEffect' }, false],
  ['502 before the effect', { fault: 'status', status: 502 }, false],
  ['503 with Retry-After before the effect', { fault: 'status', status: 503, retryAfterSeconds: 1 }, false],
]

/** Responses to the queries during the fault. */
const FAILURES: readonly (readonly [name: string, answer: Disturbance])[] = [
  ['500', { fault: 'status', status: 500 }],
  ['502', { fault: 'status', status: 502 }],
  ['503 with Retry-After', { fault: 'status', status: 503, retryAfterSeconds: 120 }],
  ['429', { fault: 'status', status: 429, retryAfterSeconds: 120 }],
  ['401', { fault: 'status', status: 401, body: {} }],
  ['no response', { fault: 'closeBeforeEffect' }],
]

/** Returns the waits in seconds before the next call with the same key. */
const momentsOf = (periodSeconds: number): readonly (readonly [string, number])[] => [
  ['immediately', 0],
  ['after a minute', 60],
  ['after the period', periodSeconds + 60],
]

/** After this number of seconds, every wait that the library requests has ended. */
const CALM_SECONDS = 1000

/** Result of one call: either the id, or the recommended action with the seconds to wait. */
type Outcome = { readonly id: string | null } | { readonly todo: string; readonly seconds: number | null }

/** Makes one call. Returns its id, or the recommended action after an error. */
async function call(at: Publishing, key: string): Promise<Outcome> {
  try {
    return { id: await at.run(key) }
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    const { todo, afterSeconds } = whatNext(error)
    const isOpen = OutcomeUnknownError.is(error) || /^(RATE_LIMIT|AUTH|TOKEN_EXPIRED)$/.test(error.code)
    return { todo: isOpen ? todo : `${todo} by ${error.code}`, seconds: afterSeconds }
  }
}

/**
 * Defines tests for a lost response. A call with the same key finds the result as soon as the
 * network shows it. Without proof of failure, the library never sends the request again.
 */
export function findsLostResponses(operation: VisibleOperation): void {
  const { name, visible, query, nothing, periodSeconds, isRepeatable = false } = operation

  const open = () => operation.open()
  const isInSample = sampleOf(3)

  /**
   * Loses one response. Then makes two calls during the fault of the queries, and one call
   * afterwards.
   */
  async function lose(
    at: Publishing,
    key: string,
    {
      fault,
      answer,
      wait,
    }: { readonly fault: Disturbance; readonly answer: Disturbance; readonly wait: number },
  ) {
    const before = at.made().length
    const loss = at.faults.add({ ...visible, ...fault })
    const trouble = at.faults.add({ ...query, ...answer, count: 'all' })
    const during = [await call(at, key)]
    await at.clock.advance(wait)
    during.push(await call(at, key))
    trouble.remove()
    loss.remove()
    await at.clock.advance(CALM_SECONDS)
    return { during, after: await call(at, key), made: at.made().slice(before) }
  }

  /** Returns true if the last call correctly reported whether the post was published. */
  function isRight(isOut: boolean, made: readonly string[], after: Outcome): boolean {
    const isReturned = 'id' in after && (after.id === null || after.id === made[0])
    if (isOut || isRepeatable)
      return made.length === (isOut ? 1 : made.length) && made.length <= 1 && isReturned
    return made.length === 0 && 'todo' in after && /^(RETRY|LOOK_AT_ACCOUNT)$/.test(after.todo)
  }

  describe(`${name}: a lost response`, () => {
    describe.each(momentsOf(periodSeconds))('queried again %s', (_when, wait) => {
      it.each(FAILURES)(
        'with %s never needs a person, and never sends the request twice',
        async (what, answer) => {
          await using at = await open()
          const wrong: unknown[] = []
          for (const [loss, fault, isOut] of LOSSES.filter(isInSample)) {
            const { during, after, made } = await lose(at, `${loss} ${what}`, { fault, answer, wait })
            const isNotified = during.every(
              (one) =>
                ('id' in one && isRepeatable) ||
                ('todo' in one &&
                  (one.todo === 'SIGN_IN_AGAIN' || (one.todo === 'RETRY' && one.seconds !== null))),
            )
            if (!isNotified || !isRight(isOut, made, after)) wrong.push({ loss, during, after, made })
          }
          expect(wrong).toEqual([])
        },
      )

      it('without a result needs a person only after the period, and never sends the request twice', async () => {
        await using at = await open()
        const wrong: unknown[] = []
        const answer: Disturbance = { fault: 'status', status: 200, body: nothing }
        for (const [loss, fault, isOut] of LOSSES.filter(isInSample)) {
          const { during, after, made } = await lose(at, loss, { fault, answer, wait })
          const [first, second] = during.map((one) => ('todo' in one ? one.todo : 'FOUND'))
          const expected = wait > periodSeconds ? 'LOOK_AT_ACCOUNT' : 'RETRY'
          const isNotified = isRepeatable || (first === 'RETRY' && second === expected)
          if (!isNotified || !isRight(isOut, made, after)) wrong.push({ loss, during, after, made })
        }
        expect(wrong).toEqual([])
      })
    })

    it('is found within the call if the network lists it', async () => {
      await using at = await open()
      for (const [loss, fault, isOut] of LOSSES.filter(([, , one]) => one)) {
        const before = at.made().length
        at.faults.add({ ...visible, ...fault })
        const outcome = await call(at, loss)
        const made = at.made().slice(before)
        expect([loss, isRight(isOut, made, outcome), made.length]).toEqual([loss, true, 1])
      }
    })
  })
}
