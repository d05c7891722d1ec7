import { expect, it } from 'vitest'

import { millisecondsOf } from './lease.js'

it('is never shorter in whole milliseconds than it was asked for', () => {
  expect([30, 0.5, 0.0014].map((leaseSeconds) => millisecondsOf({ leaseSeconds }))).toEqual([30_000, 500, 2])
})
