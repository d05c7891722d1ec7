import { sampleOf } from '@social-internal/testing/sample'
import { RateLimitError, SocialBaseError } from '@social/core'
import type { Fault } from '@social/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { atEmulator } from '../../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof atEmulator>>

const CREATE = '/xrpc/com.atproto.repo.createRecord'
const QUERY = '/xrpc/com.atproto.repo.getRecord'
const MESSAGE = '/xrpc/chat.bsky.convo.sendMessage'
const LIST = '/xrpc/chat.bsky.convo.getMessages'

const refusal = (error: string, message = error) => ({ error, message })

/** Ways to lose the response to the request that publishes the post or message. */
const LOSSES = {
  'closed after the effect': { fault: 'replyLost' },
  'closed within the response body': { fault: 'dropMidBody' },
  'closed before the effect': { fault: 'closeBeforeEffect' },
  'a 500 without effect': { fault: 'status', status: 500, body: refusal('InternalServerError') },
  'a 502 after the effect': {
    fault: 'status',
    status: 502,
    body: refusal('UpstreamFailure'),
    afterEffect: true,
  },
  'a 503 after the effect': { fault: 'status', status: 503, afterEffect: true },
  'an unreadable response': { fault: 'status', status: 200, body: '<html>', afterEffect: true },
} as const satisfies Record<string, Fault>

/** Responses to the requests after the lost response, in the same call. */
const ANSWERS = {
  'a normal response': null,
  'closed before the effect': { fault: 'closeBeforeEffect' },
  'closed after the effect': { fault: 'replyLost' },
  '400': { fault: 'status', status: 400, body: refusal('InvalidRequest') },
  '400 ExpiredToken': { fault: 'status', status: 400, body: refusal('ExpiredToken') },
  '401': { fault: 'status', status: 401, body: refusal('AuthenticationRequired') },
  '403': { fault: 'status', status: 403, body: refusal('Forbidden') },
  '404': { fault: 'status', status: 404, body: refusal('NotFound') },
  '429': { fault: 'status', status: 429, retryAfterSeconds: 3600, body: refusal('RateLimitExceeded') },
  '500': { fault: 'status', status: 500, body: refusal('InternalServerError') },
  '503': { fault: 'status', status: 503, retryAfterSeconds: 900 },
} as const satisfies Record<string, Fault | null>

/** Seconds between the first call and the second call with the same key. */
const WAITS = { now: 0, 'after a minute': 60, 'after a day': 25 * 60 * 60 }

const rows = Object.keys(LOSSES).flatMap((loss) =>
  Object.keys(ANSWERS).flatMap((answer) => Object.keys(WAITS).map((wait) => [loss, answer, wait] as const)),
) as readonly (readonly [keyof typeof LOSSES, keyof typeof ANSWERS, keyof typeof WAITS])[] // safe cast: the rows consist of the keys of LOSSES, ANSWERS and WAITS

/** Returns the error code of a failed call, or `DONE`. */
const outcomeOf = (ended: unknown): string => (SocialBaseError.is(ended) ? ended.code : 'DONE')

const isInSample = sampleOf(3)

describe('a visible request whose response is lost', () => {
  let at: At
  let account: Awaited<ReturnType<At['signIn']>>
  let number = 0
  beforeAll(async () => {
    at = await atEmulator()
    account = await at.signIn()
  })
  afterAll(() => at.close())

  /** Calls twice with the same key. The faults apply only to the first call. */
  async function callUntilKnown(
    [loss, answer, wait]: (typeof rows)[number],
    paths: { readonly visible: string; readonly query: string },
    call: () => Promise<{ readonly id: string }>,
  ) {
    const faults = at.emulator.faults('bluesky')
    faults.add({ ...LOSSES[loss], path: paths.visible })
    const failure = ANSWERS[answer]
    if (failure) {
      faults.add({ ...failure, path: paths.query, count: 'all' })
      faults.add({ ...failure, path: paths.visible, nth: 2, count: 'all' })
    }
    const first: unknown = await call().catch((error: unknown) => error)
    faults.clear()
    await at.clock.advance(WAITS[wait])
    const second: unknown = await call().catch((error: unknown) => error)
    return { first, second }
  }

  it.each(rows.filter(isInSample))(
    'by %s, with "%s" to the following requests, is published once when the call is repeated %s',
    async (...row) => {
      number += 1
      const text = `post ${number}`
      const idempotencyKey = `post-${number}`
      const before = at.emulator.effects('bluesky').length
      const { first, second } = await callUntilKnown(row, { visible: CREATE, query: QUERY }, () =>
        account.post({ text }, { idempotencyKey }),
      )
      // After a rate limit, the third call waits until the limit resets.
      if (RateLimitError.is(second)) await at.clock.advance(second.retryAfter ?? 3600)
      const last = await account.post({ text }, { idempotencyKey })

      expect(['DONE', 'OUTCOME_UNKNOWN']).toContain(outcomeOf(first))
      expect(['DONE', 'RATE_LIMIT']).toContain(outcomeOf(second))
      expect(last).toMatchObject({ state: 'DONE', idempotencyKey })
      expect(at.emulator.effects('bluesky').length - before).toBe(1)
      expect(at.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
    },
  )

  it.each(rows.filter(isInSample))(
    'of a message, by %s, with "%s" to the following requests, is never processed twice %s',
    async (...row) => {
      number += 1
      const text = `message ${number}`
      const idempotencyKey = `message-${number}`
      const bea = at.network.state().people.find(({ handle }) => handle === 'bea.bsky.test')?.did ?? ''
      const { conversationId } = await account.startConversation([bea], `before ${number}`)
      const before = at.emulator.effects('bluesky').length
      const { second } = await callUntilKnown(row, { visible: MESSAGE, query: LIST }, () =>
        account.sendMessage(conversationId, text, { idempotencyKey }),
      )

      const sent = at.emulator.effects('bluesky').length - before
      expect(sent).toBeLessThanOrEqual(1)
      // If the message was not sent, nothing can prove this. The result then stays unknown, and the
      // library does not send the message again.
      const outcomes = sent === 1 ? ['DONE', 'RATE_LIMIT'] : ['OUTCOME_UNKNOWN', 'RATE_LIMIT']
      expect(outcomes).toContain(outcomeOf(second))
      await at.clock.advance(3700)
    },
  )
})
