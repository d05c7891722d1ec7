import { aPublishCall, aReceipt } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { facebook } from '../platform.js'
import { keep, NOTHING_PREPARED, readSaved, secondsOf } from './receipt.js'

const NOON = '2026-11-22T12:00:00.000Z'
/**
 * Time at which the library no longer uses an upload. Facebook deletes uploads without a post
 * after about a day.
 */
const TWENTY_HOURS_LATER = new Date('2026-11-23T08:00:00Z')
const UPLOAD = { videoId: '1', session: 's', start: 0, end: 1000, startedAt: NOON }

const receiptOf = (data: object) =>
  aReceipt({ platform: 'facebook', step: 'PREPARE', data: JSON.parse(JSON.stringify(data)) })

describe('uploads that are not visible yet', () => {
  it.each([
    ['pictures', { photos: ['7'], photosAt: NOON, upload: null }, TWENTY_HOURS_LATER],
    ['a video', { photos: [], photosAt: null, upload: UPLOAD }, TWENTY_HOURS_LATER],
    ['nothing', NOTHING_PREPARED, null],
    ['what has no moment', { photos: ['7'], photosAt: 'noon', upload: null }, null],
  ])(
    'are valid for twenty hours from their start, and are read as saved: %s',
    async (_what, prepared, until) => {
      const call = aPublishCall({ platform: facebook(), connection: anAccount() })
      await keep(prepared, call)
      expect(call.checkpoints).toMatchObject([{ step: 'PREPARE', repeatableUntil: until }])
      expect(readSaved(call.receipt)).toEqual({ ...prepared, sent: null })
    },
  )

  it('are empty without a receipt, and with an unreadable one', () => {
    const nothing = { ...NOTHING_PREPARED, sent: null }
    expect(readSaved(null)).toEqual(nothing)
    expect(readSaved(receiptOf({ photos: [7], photosAt: 7, upload: { videoId: 1 }, sent: 'FEED' }))).toEqual(
      nothing,
    )
  })

  it('have times in whole seconds, rounded down', () => {
    expect(secondsOf(new Date(1_700_000_000_999))).toBe(1_700_000_000)
  })
})
