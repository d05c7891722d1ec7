import { expect, it } from 'vitest'

import { millisecondsOf } from './lease.js'

it('a lease is never shorter in whole milliseconds than requested', () => {
  expect([30, 0.5, 0.0014].map((leaseSeconds) => millisecondsOf({ leaseSeconds }))).toEqual([30_000, 500, 2])
})
