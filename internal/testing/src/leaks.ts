import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

import { afterAll } from 'vitest'

import { watchLeftBehind } from './left-behind.js'

// A test file must close its sockets, files and timers, and remove its listeners, subscriptions and replaced globals.
// The files of a project share one process, so leftovers slow other files down or make them fail.

/** Maximum wait for closing resources, on a busy machine. */
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
