import { aReceipt, aReconcileCall, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import { bluesky } from '../../platform.js'

const SENT = new Date('2026-11-22T12:00:00Z')
const RECORD = 'GET /xrpc/com.atproto.repo.getRecord'
const data = { key: '3jzfcijpj2z2a' }
const absent = { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } }

function look(secondsLater: number, reply: unknown = absent, kept: Readonly<Record<string, string>> = data) {
  const call = aReconcileCall({
    platform: bluesky(),
    connection: anAccount(),
    clock: new FakeClock({ now: new Date(SENT.getTime() + secondsLater * 1000) }),
    replies: { [RECORD]: reply },
  })
  return bluesky().reconcile(aReceipt({ platform: 'bluesky', createdAt: SENT, data: kept }), call)
}

describe('a post whose answer was lost', () => {
  it.each([0, 299.999, -299.999])(
    'and that is not there %d seconds later may still come',
    async (seconds) => {
      expect(await look(seconds)).toEqual({ state: 'UNKNOWN', retryAfter: 30 })
    },
  )

  it.each([300, 86_400, -300])('and that is not there %d seconds later never came out', async (seconds) => {
    expect(await look(seconds)).toEqual({ state: 'NOT_PUBLISHED' })
  })

  it('is unknown where the receipt holds no key', async () => {
    expect(await look(900, absent, {})).toEqual({ state: 'UNKNOWN' })
  })
})
