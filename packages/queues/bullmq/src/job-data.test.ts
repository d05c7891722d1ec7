import { describe, expect, it } from 'vitest'

import { type BullJob, heldReason, readData, saveProgress, toStored } from './job-data.js'

const DATA = {
  payload: { text: 'a' },
  memo: { tries: 1 },
  dueAt: 1_700_000_000_000,
  isWithdrawn: false,
  added: 'x',
}

const aJob = (changes: object = {}): BullJob =>
  ({
    id: 'p1',
    name: 'TEST',
    timestamp: 1_600_000_000_000,
    data: DATA,
    progress: 0,
    attemptsStarted: 2,
    ...changes,
  }) as unknown as BullJob // safe cast: the tested code reads only these fields

const over = (returnvalue: unknown) => toStored(aJob({ returnvalue }), 'completed')
const held = (failedReason: unknown) => toStored(aJob({ failedReason }), 'failed')?.memo

describe('a job of BullMQ as a StoredJob', () => {
  it.each([
    ['waiting', 'WAITING'],
    ['paused', 'WAITING'],
    ['prioritized', 'WAITING'],
    ['delayed', 'WAITING'],
    ['active', 'RUNNING'],
    ['failed', 'HELD'],
  ])('in the state %s is %s', (bullState, state) => {
    expect(toStored(aJob(), bullState)).toEqual({
      id: 'p1',
      kind: 'TEST',
      payload: { text: 'a' },
      state,
      memo: { tries: 1 },
      progress: null,
      dueAt: new Date(1_700_000_000_000),
      addedAt: new Date(1_600_000_000_000),
    })
  })

  it('is null during a state change, without an id, and with foreign data', () => {
    expect(toStored(aJob(), 'unknown')).toBeNull()
    expect(toStored(aJob({ id: undefined }), 'waiting')).toBeNull()
    for (const data of [null, 'x', {}, { payload: [] }, { payload: null }]) {
      expect(readData(aJob({ data }))).toBeNull()
      expect(toStored(aJob({ data }), 'waiting')).toBeNull()
    }
  })

  it('is due immediately with an empty memo if nothing else can be read', () => {
    const read = toStored(
      aJob({ data: { payload: {}, memo: 'x', dueAt: 'soon', isWithdrawn: 'no' } }),
      'waiting',
    )
    expect([read?.state, read?.memo, read?.dueAt]).toEqual(['WAITING', {}, null])
  })

  it('is cancelled after a withdrawal, in any state of BullMQ, and if any version withdrew it', () => {
    const withdrawn = aJob({ data: { ...DATA, isWithdrawn: true } })
    for (const state of ['waiting', 'active', 'failed', 'completed'])
      expect(toStored(withdrawn, state)).toMatchObject({ state: 'CANCELLED', memo: { tries: 1 } })
  })

  it('contains the returned memo after its end, and is done if that cannot be read', () => {
    expect(over({ state: 'FAILED', memo: { why: 1 } })).toMatchObject({ state: 'FAILED', memo: { why: 1 } })
    expect(over(null)).toMatchObject({ state: 'DONE', memo: {}, progress: null })
  })

  it('contains the memo it was held with, or the memo of its last attempt', () => {
    expect(held(heldReason({ why: 'look' }))).toEqual({ why: 'look' })
    for (const reason of ['job stalled more than allowable limit', '{"memo":1}', undefined])
      expect(held(reason)).toEqual({ tries: 1 })
  })

  it('contains the progress of the running attempt, and not of an earlier one', async () => {
    const kept: unknown[] = []
    const job = aJob({ updateProgress: async (progress: unknown) => void kept.push(progress) })
    await saveProgress(job, { percent: 50 })
    const progress = kept[0]
    expect(toStored(aJob({ progress }), 'active')?.progress).toEqual({ percent: 50 })
    expect(toStored(aJob({ progress, attemptsStarted: 3 }), 'active')?.progress).toBeNull()
    expect(toStored(aJob({ progress }), 'waiting')?.progress).toBeNull()
  })
})
