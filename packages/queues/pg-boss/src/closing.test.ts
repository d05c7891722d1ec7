import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { CuttingProxy, emptyDatabase } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { describe, expect, inject, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('__fixtures__/closing-program.ts', import.meta.url))
const PATIENCE_MS = 240_000
const SERVER = inject('postgresUrl')
/** The line that is cut stands in front of a port of this machine. */
const isHere = SERVER !== null && ['127.0.0.1', 'localhost'].includes(new URL(SERVER).hostname)

/** Lets a program work, does something to the line to its server, and tells it to put everything away. */
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
    ['busy', 'FROZEN', 'it was told'],
    ['busy', 'CLOSED', 'it was told'],
    ['careless', 'PASS', 'it was not told'],
  ] as const)(
    'ends by itself, and says what it gave up: %s, its line %s',
    async (load, mode, words) => {
      expect(await close(load, mode)).toEqual({ said: ['working', words], code: 0 })
    },
    PATIENCE_MS,
  )
})
