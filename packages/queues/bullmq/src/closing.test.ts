import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { installedRedis, startRedis } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { describe, expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('__fixtures__/closing-program.ts', import.meta.url))
const PATIENCE_MS = 240_000

/** Starts a program, freezes or kills its Redis server, and makes the program close everything. */
async function close(kind: string, load: string, mistreat: 'freeze' | 'kill') {
  await using server = await startRedis()
  const child = spawn(process.execPath, [...RUN_SOURCES, PROGRAM, server?.url ?? '', kind, load], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  })
  const said: string[] = []
  const lines = child.stdout.setEncoding('utf8')
  lines.on('data', (text: string) => said.push(text.trim()))
  const closed = once(child, 'close')
  await once(lines, 'data')
  if (mistreat === 'kill') await server?.kill()
  else await server?.pause(true)
  child.stdin.write('close\n')
  const [code] = await closed
  return { said, code: code as unknown }
}

describe.skipIf(installedRedis() === null)('a program that stops its worker and closes its queue', () => {
  it.concurrent.each([
    ['node-redis', 'busy', 'freeze'],
    ['node-redis', 'idle', 'kill'],
    ['node-redis', 'connecting', 'kill'],
    ['ioredis', 'busy', 'freeze'],
    ['ioredis', 'idle', 'kill'],
  ] as const)(
    'ends without process.exit, and reports what it aborted: %s, %s, server action: %s',
    async (kind, load, mistreat) => {
      expect(await close(kind, load, mistreat)).toEqual({ said: ['working', 'trouble reported'], code: 0 })
    },
    PATIENCE_MS,
  )
})
