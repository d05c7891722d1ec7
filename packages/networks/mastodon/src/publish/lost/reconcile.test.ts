import { AuthError, NetworkError } from '@social/core/platform'
import { aReceipt, aReconcileCall, type CallSettings, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import posted from '../../__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from '../../platform.js'
import { toSentData } from '../receipt.js'
import { markOf } from '../text-mark.js'

const OWN = 'GET /api/v1/accounts/14715/statuses'
const SENT_AT = new Date('2024-01-01T00:00:00Z')
const IN_AN_HOUR = new Date('2024-01-01T00:55:00Z')

const data = toSentData(
  { mediaIds: [], pendingIds: [], uploadedAt: null },
  {
    sentAt: SENT_AT,
    lastAttemptAt: SENT_AT,
    publishAt: null,
    mark: markOf({ spoilerText: '', text: 'Hello ✨' }),
    quotedStatusId: null,
    conversationId: null,
    target: { mentions: '', visibility: null, inReplyToId: null },
  },
)

/** Looks for a post so many seconds after it was sent. */
async function look(replies: CallSettings['replies'], seconds = 0, repeatableUntil: Date | null = null) {
  const call = aReconcileCall({
    platform: mastodon(),
    connection: anAccount(),
    retries: { attempts: 1 },
    replies: replies ?? {},
  })
  await call.clock.advance(seconds)
  const slept = call.clock.sleeps.length
  const receipt = aReceipt({
    platform: 'mastodon',
    step: 'FINISH',
    createdAt: SENT_AT,
    data,
    repeatableUntil,
  })
  const looking = mastodon().reconcile(receipt, call)
  const answer = await looking
  return { answer, call, pauses: call.clock.sleeps.slice(slept) }
}

describe('a lost post', () => {
  it('is looked for four times while the server may be working on it', async () => {
    const { answer, call, pauses } = await look({ [OWN]: [] })

    expect(call.transport.paths).toEqual([OWN, OWN, OWN, OWN])
    expect(pauses).toEqual([0.5, 1.5, 3])
    expect(answer).toEqual({ state: 'UNKNOWN', retryAfter: 55 })
  })

  it('is found as soon as it shows up', async () => {
    const late = { ...posted, created_at: '2024-01-01T00:00:01.000Z' }
    const { answer, call } = await look({ [OWN]: inTurn([], [late]) })

    expect(answer).toMatchObject({ state: 'FOUND', result: { id: posted.id, idempotencyKey: 'key-1' } })
    expect(call.transport.paths).toEqual([OWN, OWN])
  })

  it.each([
    [61, null, 60],
    [599, null, 60],
    [600, null, null],
    [600, IN_AN_HOUR, 60],
    [3299, IN_AN_HOUR, 60],
    [3300, IN_AN_HOUR, null],
  ])(
    'is looked for once after %s seconds, repeatable until %s: again in %s',
    async (seconds, until, retryAfter) => {
      const { answer, call } = await look({ [OWN]: [] }, seconds, until)

      expect(call.transport.paths).toEqual([OWN])
      expect(answer).toEqual({ state: 'UNKNOWN', retryAfter })
    },
  )

  it.each([
    ['an outage', { status: 500 }, 60],
    ['a lost answer', new NetworkError('lost'), 60],
    ['a used-up limit', { status: 429, headers: { 'retry-after': '900' } }, 900],
    [
      'a refusal, which does not pass',
      { status: 403, body: { error: 'This action is outside the authorized scopes' } },
      null,
    ],
    ['no such list', { status: 404 }, null],
  ])('proves nothing by %s', async (_what, reply, retryAfter) => {
    const { answer, call } = await look({ [OWN]: reply }, 3600)

    expect(answer).toEqual({ state: 'UNKNOWN', retryAfter })
    expect(call.warnings).toHaveLength(1)
  })

  it('tells when the account has to be signed in again', async () => {
    await expect(look({ [OWN]: { status: 401 } })).rejects.toThrow(AuthError)
  })
})
