import { aReceipt, aReconcileCall, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import { bluesky } from '../../platform.js'

const SENT = new Date('2026-11-22T12:00:00Z')
const RECORD = 'GET /xrpc/com.atproto.repo.getRecord'
const data = { key: '3jzfcijpj2z2a' }
const absent = { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } }

function reconcileAfter(
  secondsLater: number,
  reply: unknown = absent,
  kept: Readonly<Record<string, string>> = data,
) {
  const call = aReconcileCall({
    platform: bluesky(),
    connection: anAccount(),
    clock: new FakeClock({ now: new Date(SENT.getTime() + secondsLater * 1000) }),
    replies: { [RECORD]: reply },
  })
  return bluesky().reconcile(aReceipt({ platform: 'bluesky', createdAt: SENT, data: kept }), call)
}

describe('a post whose response was lost', () => {
  it.each([0, 299.999, -299.999])('can still appear when it is missing %d seconds later', async (seconds) => {
    expect(await reconcileAfter(seconds)).toEqual({ state: 'UNKNOWN', retryAfter: 30 })
  })

  it.each([300, 86_400, -300])('was not published when it is missing %d seconds later', async (seconds) => {
    expect(await reconcileAfter(seconds)).toEqual({ state: 'NOT_PUBLISHED' })
  })

  it('is unknown when the receipt has no key', async () => {
    expect(await reconcileAfter(900, absent, {})).toEqual({ state: 'UNKNOWN' })
  })
})
