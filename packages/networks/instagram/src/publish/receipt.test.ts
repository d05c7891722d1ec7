import { aPublishCall, aReceipt, FakeClock } from '@social/testkit'
import { expect, it } from 'vitest'

import { NOTHING, readKept, sentData } from './receipt.js'

const NOW = '2026-11-22T12:00:00.000Z'
const PREPARED = { ...NOTHING, pieces: ['1', '2'], parent: '3', madeAt: '2026-11-22T11:00:00.000Z' }
const SENT = { way: 'STORY', words: 'Cake' } as const

const aCallAt = (now: string) => aPublishCall({ clock: new FakeClock({ now }) })
const written = (madeAt: string, prepared: Parameters<typeof sentData>[0] = PREPARED) =>
  readKept(aReceipt({ data: sentData(prepared, SENT, aCallAt(NOW)), madeAt: new Date(madeAt) }))

it('holds what was prepared, and what the post is found by, without its words', () => {
  const kept = written(NOW)
  expect(kept).toMatchObject({ pieces: ['1', '2'], parent: '3', madeAt: PREPARED.madeAt })
  expect(kept.sent).toMatchObject({ way: 'STORY', on: null, sentAt: NOW, writtenAt: NOW })
  expect(JSON.stringify(kept)).not.toContain('Cake')
})

it('knows when the request left, also where it waited', () => {
  expect(written('2026-11-22T12:05:00.000Z').sent).toMatchObject({ sentAt: '2026-11-22T12:05:00.000Z' })
})

it('keeps the moment of the first sending when it is sent again', () => {
  const first = written(NOW)
  const again = sentData(first, SENT, aCallAt('2026-11-22T18:00:00.000Z'))
  expect(again).toMatchObject({ sent: { sentAt: NOW, writtenAt: NOW }, madeAt: PREPARED.madeAt })
})

it('of nothing is nothing', () => {
  expect(readKept(null)).toEqual(NOTHING)
  expect(readKept(aReceipt({ data: {} }))).toEqual(NOTHING)
})
