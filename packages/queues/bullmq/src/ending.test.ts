import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { describe, expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'

const PROGRAM = fileURLToPath(new URL('__fixtures__/ending-program.ts', import.meta.url))
/**
 * Timeout that is longer than the interval of the worker's clock check, whose timer could keep a
 * program alive.
 */
const PATIENCE_MS = 240_000

const url = configuredServer()

describe.skipIf(url === null)('a program that has stopped its worker and closed its queue', () => {
  it('ends without process.exit: no timer and no connection is left', async () => {
    const child = spawn(process.execPath, [...RUN_SOURCES, PROGRAM, url ?? '', `ending-${process.pid}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    const closed = once(child, 'close')
    const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const [code] = await closed
    clearTimeout(kill)

    expect([said, code]).toEqual(['over\n', 0])
  })
})
