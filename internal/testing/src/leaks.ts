import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

import { afterAll } from 'vitest'

import { watchLeftBehind } from './left-behind.js'

// A test file leaves nothing behind: no socket, timer, listener, open file, subscription or replaced global. The files of
// a project share one process, so that what one leaves also slows the others down, or makes them fail.

/** Seconds that what is closing has to be closed, on a busy machine. */
const PATIENCE_SECONDS = 30

const leftBehind = watchLeftBehind()

afterAll(async () => {
  const end = performance.now() + PATIENCE_SECONDS * 1000
  while (leftBehind().length > 0 && performance.now() < end) await sleep(5)
  const left = leftBehind()
  if (left.length > 0)
    throw new Error(
      `This test file leaves something behind. Close, clear and take back: ${inspect(left, { maxArrayLength: 30 })}`,
    )
}, PATIENCE_SECONDS * 2000)
