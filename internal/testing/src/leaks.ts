import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

import { afterAll } from 'vitest'

import { watchLeftBehind } from './left-behind.js'

// Fails test files that leave sockets, files, timers, listeners, subscriptions or replaced globals
// behind. Test files of a project share one process, so leftovers make other files slow or fail.

/** Maximum seconds to wait until resources are closed on a busy machine. */
const PATIENCE_SECONDS = 30

const leftBehind = watchLeftBehind()

afterAll(async () => {
  const end = performance.now() + PATIENCE_SECONDS * 1000
  while (leftBehind().length > 0 && performance.now() < end) await sleep(5)
  const left = leftBehind()
  if (left.length > 0)
    throw new Error(
      `This test file leaves resources behind. Close or remove them: ${inspect(left, { maxArrayLength: 30 })}`,
    )
}, PATIENCE_SECONDS * 2000)
