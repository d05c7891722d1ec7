import { RateLimitError, SocialBaseError } from '@social/core'
import type { Fault } from '@social/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { atEmulator } from '../../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof atEmulator>>

const CREATE = '/xrpc/com.atproto.repo.createRecord'
const LOOK = '/xrpc/com.atproto.repo.getRecord'
const MESSAGE = '/xrpc/chat.bsky.convo.sendMessage'
const LIST = '/xrpc/chat.bsky.convo.getMessages'

const refusal = (error: string, message = error) => ({ error, message })

/** How the answer to the visible request is lost. */
const LOSSES = {
  'cut after it': { fault: 'replyLost' },
  'cut within its body': { fault: 'dropMidBody' },
  'cut before it': { fault: 'closeBeforeEffect' },
  'a 500 without it': { fault: 'status', status: 500, body: refusal('InternalServerError') },
  'a 502 after it': { fault: 'status', status: 502, body: refusal('UpstreamFailure'), afterEffect: true },
  'a 503 after it': { fault: 'status', status: 503, afterEffect: true },
  'something unreadable': { fault: 'status', status: 200, body: '<html>', afterEffect: true },
} as const satisfies Record<string, Fault>

/** What answers every look-up, and every repeat, as long as the trouble lasts. */
const ANSWERS = {
  'as usual': null,
  'cut before': { fault: 'closeBeforeEffect' },
  'cut after': { fault: 'replyLost' },
  '400': { fault: 'status', status: 400, body: refusal('InvalidRequest') },
  '400 ExpiredToken': { fault: 'status', status: 400, body: refusal('ExpiredToken') },
  '401': { fault: 'status', status: 401, body: refusal('AuthenticationRequired') },
  '403': { fault: 'status', status: 403, body: refusal('Forbidden') },
  '404': { fault: 'status', status: 404, body: refusal('NotFound') },
  '429': { fault: 'status', status: 429, retryAfterSeconds: 3600, body: refusal('RateLimitExceeded') },
  '500': { fault: 'status', status: 500, body: refusal('InternalServerError') },
  '503': { fault: 'status', status: 503, retryAfterSeconds: 900 },
} as const satisfies Record<string, Fault | null>

/** When the same key is called again, in seconds: now, after a minute, and when it is no longer repeated blindly. */
const WAITS = { now: 0, 'after a minute': 60, 'after a day': 25 * 60 * 60 }

const rows = Object.keys(LOSSES).flatMap((loss) =>
  Object.keys(ANSWERS).flatMap((answer) => Object.keys(WAITS).map((wait) => [loss, answer, wait] as const)),
) as readonly (readonly [keyof typeof LOSSES, keyof typeof ANSWERS, keyof typeof WAITS])[] // keys of the three

/** How a call ended. */
const wordOf = (ended: unknown): string => (SocialBaseError.is(ended) ? ended.code : 'DONE')

describe('a visible request whose answer is lost', () => {
  let at: At
  let account: Awaited<ReturnType<At['signIn']>>
  let number = 0
  beforeAll(async () => {
    at = await atEmulator()
    account = await at.signIn()
  })
  afterAll(() => at.close())

  /** Calls until it settles, the trouble lasting for the first call. */
  async function settle(
    [loss, answer, wait]: (typeof rows)[number],
    paths: { readonly visible: string; readonly look: string },
    call: () => Promise<{ readonly id: string }>,
  ) {
    const faults = at.emulator.faults('bluesky')
    faults.add({ ...LOSSES[loss], path: paths.visible })
    const trouble = ANSWERS[answer]
    if (trouble) {
      faults.add({ ...trouble, path: paths.look, count: 'all' })
      faults.add({ ...trouble, path: paths.visible, nth: 2, count: 'all' })
    }
    const first: unknown = await call().catch((error: unknown) => error)
    faults.clear()
    await at.clock.advance(WAITS[wait])
    const second: unknown = await call().catch((error: unknown) => error)
    return { first, second }
  }

  it.each(rows)(
    'by %s, with "%s" to what follows, is out once when it is called again %s',
    async (...row) => {
      number += 1
      const text = `post ${number}`
      const idempotencyKey = `post-${number}`
      const before = at.emulator.effects('bluesky').length
      const { first, second } = await settle(row, { visible: CREATE, look: LOOK }, () =>
        account.post({ text }, { idempotencyKey }),
      )
      // What a limit holds back is due after its time.
      if (RateLimitError.is(second)) await at.clock.advance(second.retryAfter ?? 3600)
      const last = await account.post({ text }, { idempotencyKey })

      expect(['DONE', 'OUTCOME_UNKNOWN']).toContain(wordOf(first))
      expect(['DONE', 'RATE_LIMIT']).toContain(wordOf(second))
      expect(last).toMatchObject({ state: 'DONE', idempotencyKey })
      expect(at.emulator.effects('bluesky').length - before).toBe(1)
      expect(at.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
    },
  )

  it.each(rows)('of a message, by %s, with "%s" to what follows, is never made twice %s', async (...row) => {
    number += 1
    const text = `message ${number}`
    const idempotencyKey = `message-${number}`
    const bea = at.network.state().people.find(({ handle }) => handle === 'bea.bsky.test')?.did ?? ''
    const { conversationId } = await account.startConversation([bea], `before ${number}`)
    const before = at.emulator.effects('bluesky').length
    const { second } = await settle(row, { visible: MESSAGE, look: LIST }, () =>
      account.sendMessage(conversationId, text, { idempotencyKey }),
    )

    const sent = at.emulator.effects('bluesky').length - before
    expect(sent).toBeLessThanOrEqual(1)
    // Nothing can prove that it did not arrive: the key stays open then, and nothing is sent again.
    const truths = sent === 1 ? ['DONE', 'RATE_LIMIT'] : ['OUTCOME_UNKNOWN', 'RATE_LIMIT']
    expect(truths).toContain(wordOf(second))
    await at.clock.advance(3700)
  })
})
