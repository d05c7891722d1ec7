import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'

const PROGRAM = fileURLToPath(new URL('__fixtures__/ending-program.ts', import.meta.url))

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

describe('a program that has stopped its worker and closed its queue', () => {
  it('ends without process.exit: no timer, no watcher and no connection is left', async () => {
    const child = spawn(process.execPath, [...RUN_SOURCES, PROGRAM, folder.file()], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    const [code] = await once(child, 'close')

    expect([said, code]).toEqual(['over\n', 0])
  })
})
