import { NetworkError, OutcomeUnknownError } from '@social/core'
import { expect, it } from 'vitest'

import { judge, type Attempt, type AttemptEnd } from './verdict.js'

/**
 * Creates one call that publishes a thread of three posts. `out` is the number of published posts
 * after the call.
 */
const anAttempt = (end: AttemptEnd, out: number): Attempt => ({
  end,
  createdHere: out,
  createdInTotal: out,
  wasSent: true,
  mayBeSignedOut: false,
  metOutage: false,
  fired: [],
})

const RESULT = anAttempt({ kind: 'RESULT', id: 'a+b+c' }, 3)
const failuresOf = (attempts: readonly Attempt[], ids: readonly string[]) =>
  judge(attempts, ids, 3).map(({ failure }) => failure)

it('accepts a thread that is reported as published', () => {
  expect(failuresOf([RESULT], ['a', 'b', 'c'])).toEqual([])
})

it.each([
  ['a part that was published twice', ['a', 'b', 'b', 'c'], ['DOUBLE', 'MISREPORT']],
  ['a part that was published twice in place of another', ['a', 'b', 'b'], ['MISREPORT']],
  ['parts in another order', ['b', 'a', 'c'], ['MISREPORT']],
])('finds %s', (_what, ids, failures) => {
  expect(failuresOf([RESULT], ids)).toEqual(failures)
})

it('finds a thread that is reported as published too early', () => {
  expect(failuresOf([anAttempt({ kind: 'RESULT', id: 'a+b' }, 2)], ['a', 'b'])).toEqual(['MISREPORT'])
})

it('the advice to ask a person is needless if a later call completes the post, unless the network refused or a clock jumped', () => {
  const stopped = anAttempt({ kind: 'ERROR', error: new OutcomeUnknownError('Lost.', { receipt: null }) }, 3)
  const withFault = (fault: string): Attempt => ({
    ...stopped,
    fired: [{ fault, point: { kind: 'REQUEST', name: 'POST /posts', hasBody: true } }],
  })
  const ids = ['a', 'b', 'c']
  expect(failuresOf([stopped, RESULT], ids)).toEqual(['GAVE_UP'])
  expect(failuresOf([withFault('lostAfter'), RESULT], ids)).toEqual(['GAVE_UP'])
  expect(failuresOf([withFault('answer403'), RESULT], ids)).toEqual([])
  expect(failuresOf([withFault('clockForward'), RESULT], ids)).toEqual([])
})

it('an error between two parts is correct only if it reports the published parts', () => {
  const silent = new NetworkError('Down.')
  const reporting = Object.defineProperty(new NetworkError('Down.'), 'partsOut', {
    value: [{ id: 'a', url: null }],
  })
  const unknown = new OutcomeUnknownError('Lost.', { receipt: null, retryAfter: 5 })

  expect(failuresOf([anAttempt({ kind: 'ERROR', error: silent }, 1), RESULT], ['a', 'b', 'c'])).toEqual([
    'MISREPORT',
  ])
  expect(failuresOf([anAttempt({ kind: 'ERROR', error: reporting }, 1), RESULT], ['a', 'b', 'c'])).toEqual([])
  expect(failuresOf([anAttempt({ kind: 'ERROR', error: unknown }, 2), RESULT], ['a', 'b', 'c'])).toEqual([])
})
