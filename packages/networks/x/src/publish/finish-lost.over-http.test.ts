import { OutcomeUnknownError, SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Account = Awaited<ReturnType<At['signIn']>>

/** What becomes of the visible request, and whether anything came of it. */
const LOSSES: readonly (readonly [FaultEffect, boolean])[] = [
  [{ fault: 'replyLost' }, true],
  [{ fault: 'dropMidBody' }, true],
  [{ fault: 'status', status: 500, afterEffect: true }, true],
  [{ fault: 'status', status: 200, body: '<html>', afterEffect: true }, true],
  [{ fault: 'closeBeforeEffect' }, false],
  [{ fault: 'status', status: 502 }, false],
]

/**
 * X says that it has not looked at the request, and has. Only its refusal of the same words tells of it, which ends after
 * a day, and only of posts.
 */
const LIES: typeof LOSSES = [
  [{ fault: 'status', status: 503, retryAfterSeconds: 1, afterEffect: true }, true],
  [{ fault: 'status', status: 503, retryAfterSeconds: 100, afterEffect: true }, true],
]

/** What the first look for it is answered. */
const ANSWERS: readonly (FaultEffect | null)[] = [
  null,
  { fault: 'replyLost' },
  { fault: 'status', status: 200, body: {} },
  { fault: 'status', status: 200, body: 'nonsense' },
  { fault: 'status', status: 200, body: { errors: [{ type: 'x/not-authorized-for-resource' }] } },
  { fault: 'status', status: 400, body: { title: 'Invalid Request' } },
  { fault: 'status', status: 401, body: { title: 'Unauthorized' } },
  { fault: 'status', status: 402, body: { title: 'CreditsDepleted', type: 'x/credits' } },
  { fault: 'status', status: 403, body: { reason: 'client-not-enrolled' } },
  { fault: 'status', status: 404 },
  { fault: 'status', status: 429, retryAfterSeconds: 600 },
  { fault: 'status', status: 429, body: { type: 'x/usage-capped' } },
  { fault: 'status', status: 500 },
  { fault: 'status', status: 503, retryAfterSeconds: 600 },
]

const DAY_SECONDS = 86_400
/** Seconds after which the same key is called again. */
const MOMENTS = [0, 130, 90_000]

interface Kind {
  /** Where the visible request goes, and where it is looked for. */
  readonly paths: readonly [string, string]
  readonly losses: typeof LOSSES
  run(account: Account, idempotencyKey: string, at: At): Promise<{ readonly id: string }>
}

const KINDS: Readonly<Record<string, Kind>> = {
  post: {
    paths: ['/2/tweets', '/2/users/:id/tweets'],
    losses: [...LOSSES, ...LIES],
    run: (account, idempotencyKey) => account.post({ text: 'Good morning' }, { idempotencyKey }),
  },
  message: {
    paths: ['/2/dm_conversations/with/:user/messages', '/2/dm_conversations/:id/dm_events'],
    losses: LOSSES,
    run: (account, idempotencyKey, at) => {
      const bo = at.network.state().people.find(({ username }) => username === 'bo')?.id ?? ''
      return account.startConversation([bo], 'Good morning', { idempotencyKey })
    },
  },
}

/** What a try said: the id of what is out, or why it cannot tell. */
function endOf(end: unknown): string {
  if (end instanceof OutcomeUnknownError) return 'unknown'
  if (SocialBaseError.is(end)) return end.code
  return end instanceof Error ? String(end) : (end as { readonly id: string }).id // what the operation answered
}

/** Calls one key until it settles, and tells what each try said. */
async function settle(kind: Kind, fault: FaultEffect, answer: FaultEffect | null, wait: number) {
  const server = { timelineDelaySeconds: 0, rates: { 'GET /2/dm_conversations/:id/dm_events': 1000 } }
  await using at = await usingEmulator({ server })
  const account = await at.signIn()
  const [finish, list] = kind.paths
  at.faults.add({ method: 'POST', path: finish, ...fault })
  if (answer !== null) at.faults.add({ method: 'GET', path: list, ...answer })
  const said: string[] = []
  for (let time = 0; time < 3; time += 1) {
    const end = await kind.run(account, 'k', at).catch((error: unknown) => error)
    said.push(endOf(end))
    await at.clock.advance(wait)
  }
  // The longest wait that anything above asks for is over.
  await at.clock.advance(1000)
  said.push(endOf(await kind.run(account, 'k', at).catch((error: unknown) => error)))
  return { said, made: at.effects().map(({ id }) => id) }
}

describe.each(Object.entries(KINDS))('a %s whose visible request was lost', (_name, kind) => {
  it.each(MOMENTS)(
    'is out once, or unknown, whatever the look is answered, and %i seconds later',
    async (wait) => {
      const wrong: unknown[] = []
      for (const [fault, isOut] of wait < DAY_SECONDS ? kind.losses : LOSSES)
        for (const answer of ANSWERS) {
          const { said, made } = await settle(kind, fault, answer, wait)
          const last = said.at(-1)
          // Something that is out is never called refused, and never sent again; what is not out is never called out.
          const isTold = said.every(
            (one) =>
              one === 'unknown' ||
              one === made[0] ||
              one === 'RATE_LIMIT' ||
              /^(AUTH|TOKEN_EXPIRED|NETWORK)$/.test(one),
          )
          const isRight = isOut
            ? made.length === 1 && last === made[0]
            : made.length === 0 && last === 'unknown'
          if (!isTold || !isRight) wrong.push({ fault, answer, said, made })
        }

      expect(wrong).toEqual([])
    },
  )
})
