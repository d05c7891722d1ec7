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

/** Searches for a post that was sent the given number of seconds ago. */
async function reconcileAfter(
  replies: CallSettings['replies'],
  seconds = 0,
  repeatableUntil: Date | null = null,
) {
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
  const searching = mastodon().reconcile(receipt, call)
  const answer = await searching
  return { answer, call, pauses: call.clock.sleeps.slice(slept) }
}

describe('a lost post', () => {
  it('is searched for four times while the server may still process it', async () => {
    const { answer, call, pauses } = await reconcileAfter({ [OWN]: [] })

    expect(call.transport.paths).toEqual([OWN, OWN, OWN, OWN])
    expect(pauses).toEqual([0.5, 1.5, 3])
    expect(answer).toEqual({ state: 'UNKNOWN', retryAfter: 55 })
  })

  it('is found as soon as it is listed', async () => {
    const late = { ...posted, created_at: '2024-01-01T00:00:01.000Z' }
    const { answer, call } = await reconcileAfter({ [OWN]: inTurn([], [late]) })

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
    'is searched for once after %s seconds, repeatable until %s: retryAfter %s',
    async (seconds, until, retryAfter) => {
      const { answer, call } = await reconcileAfter({ [OWN]: [] }, seconds, until)

      expect(call.transport.paths).toEqual([OWN])
      expect(answer).toEqual({ state: 'UNKNOWN', retryAfter })
    },
  )

  it.each([
    ['an outage', { status: 500 }, 60],
    ['a lost response', new NetworkError('lost'), 60],
    ['an exhausted rate limit', { status: 429, headers: { 'retry-after': '900' } }, 900],
    [
      'a refusal, which is permanent',
      { status: 403, body: { error: 'This action is outside the authorized scopes' } },
      null,
    ],
    ['no such list', { status: 404 }, null],
  ])('remains unknown after %s', async (_what, reply, retryAfter) => {
    const { answer, call } = await reconcileAfter({ [OWN]: reply }, 3600)

    expect(answer).toEqual({ state: 'UNKNOWN', retryAfter })
    expect(call.warnings).toHaveLength(1)
  })

  it('fails with AuthError when the account has to be signed in again', async () => {
    await expect(reconcileAfter({ [OWN]: { status: 401 } })).rejects.toThrow(AuthError)
  })
})
