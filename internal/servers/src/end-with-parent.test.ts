import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

const PARENT = fileURLToPath(new URL('__fixtures__/parent-program.ts', import.meta.url))
const PATIENCE_MS = 240_000

it.each(['channel', 'pipe'])(
  'a program detects the killed parent by its %s, and ends',
  async (how) => {
    const parent = spawn(process.execPath, [...RUN_SOURCES, PARENT, how], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [pid]: unknown[] = await once(parent.stdout.setEncoding('utf8'), 'data')
    expect(Number(pid)).not.toBe(parent.pid)
    // Both processes hold the other end of the pipe. The pipe closes when both have exited.
    const closed = once(parent, 'close')
    parent.kill('SIGKILL')
    expect(await closed).toEqual([null, 'SIGKILL'])
  },
  PATIENCE_MS,
)
