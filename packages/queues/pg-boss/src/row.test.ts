import { describe, expect, it } from 'vitest'

import { type JobRow, readStored, stateOf, toData } from './row.js'

const DUE_AT = new Date('2026-11-23T12:00:00Z')
const CREATED_ON = new Date('2026-11-22T12:00:00Z')

const DATA = {
  id: 'p1',
  kind: 'TEST',
  payload: '{"text":"a"}',
  memo: '{"tries":1}',
  isHeld: false,
  addedAt: null,
  keepSeconds: 60,
}

const aRow = (changes: Partial<JobRow> = {}): JobRow => ({
  id: '5d2c2b8e-6a6e-8f0e-8f0a-0d6f8f3f3b11',
  retryCount: 2,
  state: 'created',
  startAfter: DUE_AT,
  createdOn: CREATED_ON,
  data: DATA,
  output: null,
  ...changes,
})

describe('a job of pg-boss as a StoredJob', () => {
  it.each([
    ['created', false, null, 'WAITING'],
    ['retry', false, null, 'WAITING'],
    ['created', true, null, 'HELD'],
    ['retry', true, null, 'HELD'],
    ['active', false, null, 'RUNNING'],
    ['completed', false, { state: 'DONE', memo: '{}' }, 'DONE'],
    ['completed', false, { state: 'FAILED', memo: '{}' }, 'FAILED'],
    ['completed', false, { state: 'CANCELLED', memo: '{}' }, 'CANCELLED'],
    ['completed', false, null, 'DONE'],
    ['failed', false, null, 'FAILED'],
    ['cancelled', true, null, 'CANCELLED'],
  ] as const)('in the state %s (held: %s) with %o is %s', (state, isHeld, output, expected) => {
    expect(stateOf({ state, data: { ...DATA, isHeld }, output })).toBe(expected)
  })

  it('contains all fields of the added job', () => {
    expect(readStored(aRow())).toEqual({
      id: 'p1',
      kind: 'TEST',
      payload: { text: 'a' },
      state: 'WAITING',
      memo: { tries: 1 },
      progress: null,
      dueAt: DUE_AT,
      addedAt: CREATED_ON,
    })
  })

  it('has no due time while it is held, the memo of its end after it ended, and its first addedAt', () => {
    expect(readStored(aRow({ data: { ...DATA, isHeld: true } }))).toMatchObject({
      state: 'HELD',
      dueAt: null,
    })
    const output = { state: 'FAILED', memo: '{"why":"no"}' } as const
    expect(readStored(aRow({ state: 'completed', output }))?.memo).toEqual({ why: 'no' })
    const addedAt = '2026-01-01T00:00:00.000Z'
    expect(readStored(aRow({ data: { ...DATA, addedAt } }))?.addedAt).toEqual(new Date(addedAt))
  })

  it('contains the progress of the running attempt, and not of an earlier one', () => {
    const output = { retryCount: 2, reported: '{"percent":50}' }
    expect(readStored(aRow({ state: 'active', output }))?.progress).toEqual({ percent: 50 })
    expect(readStored(aRow({ state: 'active', output: { ...output, retryCount: 1 } }))?.progress).toBeNull()
    expect(readStored(aRow({ state: 'active', output: { retryCount: 2 } }))?.progress).toBeNull()
    expect(readStored(aRow({ state: 'retry', output }))?.progress).toBeNull()
  })

  it('is null if another program wrote it', () => {
    const others: readonly unknown[] = [
      null,
      {},
      { ...DATA, id: 7 },
      { ...DATA, kind: null },
      { ...DATA, payload: 'no JSON' },
      { ...DATA, memo: 'no JSON' },
    ]
    for (const data of others) expect(readStored(aRow({ data: data as JobRow['data'] }))).toBeNull() // the cast passes invalid data, as any program may have written
  })
})

it.each([
  [60, 60],
  [0.2, 1],
  [0, 1],
  [1.1, 2],
])('is kept for whole seconds, at least one: %d as %d', (keepSeconds, kept) => {
  const job = { id: 'p1', kind: 'TEST', payload: { text: 'a' }, dueAt: DUE_AT, keepSeconds }
  expect(toData(job)).toEqual({ ...DATA, memo: '{}', keepSeconds: kept })
})
