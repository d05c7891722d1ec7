import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { generation } from '@social-internal/servers/port-calls'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { describe, expect, it } from 'vitest'

import { canKill, usingOwnServer } from './__fixtures__/own-server.js'

const own = usingOwnServer()
const POSTS = 120
const WORKERS = 3

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

describe.runIf(canKill)('several processes on one PostgreSQL server', () => {
  it('publish each post once and lose no token, while workers, the server and connections are killed', async () => {
    const schema = own.schema()
    const pool = own.pool()
    const stores = await own.stores({ schema, timeoutSeconds: 60 }, pool)
    await stores.storage.saveConnection(generation(0))
    const folder = mkdtempSync(join(tmpdir(), 'social-processes-'))
    const [out, renewed] = [join(folder, 'out'), join(folder, 'renewed')]
    for (const file of [out, renewed]) writeFileSync(file, '')
    const args = [own.url, schema, out, renewed, String(POSTS)]
    const start = (name: number): ChildProcess =>
      fork(new URL('__fixtures__/publisher.ts', import.meta.url), [...args, `worker-${name}`], {
        execArgv: [...RUN_SOURCES],
        env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
      })
    const workers = Array.from({ length: WORKERS }, (_nothing, at) => start(at))
    const counts = { workersKilled: 0, serversKilled: 0, linesCut: 0 }
    const hasOut = async (count: number): Promise<void> => {
      while (linesOf(out).length < count) await sleep(5)
    }
    const kill = async (at: number): Promise<void> => {
      const worker = workers[at]
      if (!worker || worker.exitCode !== null) return
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
      counts.workersKilled += 1
      workers[at] = start(WORKERS + counts.workersKilled)
    }
    try {
      for (let step = 1; step <= 5; step += 1) {
        await hasOut(step * 15)
        await kill(step % WORKERS)
        own.proxy.turn('CLOSED')
        counts.linesCut += 1
        own.proxy.turn('PASS')
        if (step % 2 === 1) continue
        await own.server.kill()
        counts.serversKilled += 1
        await own.server.start()
      }
      await Promise.all(
        workers.map(async (worker) => {
          if (worker.exitCode === null) await once(worker, 'exit')
        }),
      )
    } finally {
      for (const worker of workers) worker.kill('SIGKILL')
    }
    const published = linesOf(out)
    const generations = linesOf(renewed).map((line) => Number(line.split(' ')[0]))
    const stored = Number((await stores.storage.getConnection('fake:42'))?.token.accessToken.slice(7))
    process.stdout.write(
      `${JSON.stringify(counts)}: ${published.length} posts, ${published.length - new Set(published).size} doubled, ` +
        `${POSTS - new Set(published).size} lost; ${stored} renewals\n`,
    )
    rmSync(folder, { recursive: true })

    expect(published).toHaveLength(POSTS)
    expect(new Set(published).size).toBe(POSTS)
    // No generation was saved twice. A worker that was killed before it wrote its log is missing
    // from the list, so the list may have gaps.
    expect(new Set(generations).size).toBe(generations.length)
    expect(stored).toBeGreaterThanOrEqual(generations.length)
    expect(stored - generations.length).toBeLessThanOrEqual(counts.workersKilled)
    expect(counts.workersKilled).toBeGreaterThan(2)
  })
})
