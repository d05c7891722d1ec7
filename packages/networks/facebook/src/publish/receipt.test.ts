import { aPublishCall, aReceipt } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { facebook } from '../platform.js'
import { keep, NOTHING_PREPARED, readSaved, secondsOf } from './receipt.js'

const NOON = '2026-11-22T12:00:00.000Z'
/** Facebook clears what no post names after about a day. */
const TWENTY_HOURS_LATER = new Date('2026-11-23T08:00:00Z')
const UPLOAD = { videoId: '1', session: 's', start: 0, end: 1000, startedAt: NOON }

const receiptOf = (data: object) =>
  aReceipt({ platform: 'facebook', step: 'PREPARE', data: JSON.parse(JSON.stringify(data)) })

describe('what is at Facebook and nobody sees yet', () => {
  it.each([
    ['pictures', { photos: ['7'], photosAt: NOON, upload: null }, TWENTY_HOURS_LATER],
    ['a video', { photos: [], photosAt: null, upload: UPLOAD }, TWENTY_HOURS_LATER],
    ['nothing', NOTHING_PREPARED, null],
    ['what has no moment', { photos: ['7'], photosAt: 'noon', upload: null }, null],
  ])(
    'is good for twenty hours from its beginning, and is read as it was kept: %s',
    async (_what, prepared, until) => {
      const call = aPublishCall({ platform: facebook(), connection: anAccount() })
      await keep(prepared, call)
      expect(call.checkpoints).toMatchObject([{ step: 'PREPARE', repeatableUntil: until }])
      expect(readSaved(call.receipt)).toEqual({ ...prepared, sent: null })
    },
  )

  it('is nothing without a receipt, and where what was kept cannot be read', () => {
    const nothing = { ...NOTHING_PREPARED, sent: null }
    expect(readSaved(null)).toEqual(nothing)
    expect(readSaved(receiptOf({ photos: [7], photosAt: 7, upload: { videoId: 1 }, sent: 'FEED' }))).toEqual(
      nothing,
    )
  })

  it('has moments in whole seconds, rounded down', () => {
    expect(secondsOf(new Date(1_700_000_000_999))).toBe(1_700_000_000)
  })
})
