import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { CuttingProxy, emptyDatabase } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { describe, expect, inject, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('__fixtures__/closing-program.ts', import.meta.url))
const PATIENCE_MS = 240_000
const SERVER = inject('postgresUrl')
/**
 * True if PostgreSQL runs on this machine. The proxy of this test can only forward to a local
 * port.
 */
const isHere = SERVER !== null && ['127.0.0.1', 'localhost'].includes(new URL(SERVER).hostname)

/** Starts a program, changes the state of its proxy, and makes the program close everything. */
async function close(load: string, mode: 'PASS' | 'FROZEN' | 'CLOSED') {
  const database = await emptyDatabase(SERVER ?? '')
  const url = new URL(database.url)
  await using proxy = await CuttingProxy.open(Number(url.port || 5432))
  url.port = String(proxy.port)
  const child = spawn(process.execPath, [...RUN_SOURCES, PROGRAM, url.href, load], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  })
  const said: string[] = []
  const lines = child.stdout.setEncoding('utf8')
  lines.on('data', (text: string) => said.push(text.trim()))
  const closed = once(child, 'close')
  await once(lines, 'data')
  proxy.turn(mode)
  child.stdin.write('close\n')
  const [code] = await closed
  proxy.turn('CLOSED')
  await database.remove()
  return { said, code: code as unknown }
}

describe.skipIf(!isHere)('a program that stops its worker and closes its queue', () => {
  it.concurrent.each([
    ['busy', 'FROZEN', 'trouble reported'],
    ['busy', 'CLOSED', 'trouble reported'],
    ['careless', 'PASS', 'no trouble reported'],
  ] as const)(
    'ends without process.exit, and reports what it aborted: %s, proxy %s',
    async (load, mode, message) => {
      expect(await close(load, mode)).toEqual({ said: ['working', message], code: 0 })
    },
    PATIENCE_MS,
  )
})
