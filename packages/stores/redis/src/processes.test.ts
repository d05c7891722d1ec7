import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { aConnection } from '@social/testkit/application'
import { afterEach, describe, expect, it } from 'vitest'

import { canStart, ownServer } from './__fixtures__/own-server.js'

const POSTS = 150
const MINUTES = 180
const folder = mkdtempSync(join(tmpdir(), 'social-redis-processes-'))

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(...args: readonly string[]): Promise<ChildProcess> {
  const child = fork(new URL('__fixtures__/publisher.ts', import.meta.url), [...args], {
    execArgv: [...RUN_SOURCES],
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
  })
  children.push(child)
  await once(child, 'message')
  return child
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [answer]: unknown[] = await once(child, 'message')
  return answer
}

describe.runIf(canStart)('processes on one Redis server', () => {
  const own = ownServer()

  it('publish each post once and renew each token once, while a process and the server are killed', async () => {
    const log = join(folder, 'log')
    writeFileSync(log, '')
    const { stores } = await own.connect('redis')
    await stores.storage.saveConnection(
      aConnection({ token: { refreshToken: 'old', expiresAt: '2020-01-01T00:00:00Z' } }),
    )
    const publishers = await Promise.all(
      [
        ['redis', 0],
        ['ioredis', MINUTES],
        ['redis', -MINUTES],
        ['ioredis', 0],
      ].map(([name, ahead]) => start(own.server.url, log, String(name), String(ahead), String(POSTS))),
    )
    const [killed, ...others] = publishers
    const answers = others.map((child) => answerOf(child))
    for (const child of publishers) child.send('go')
    while (!readFileSync(log, 'utf8').includes('posted post-20\n')) await sleep(2)
    killed?.kill('SIGKILL')
    while (!readFileSync(log, 'utf8').includes('posted post-50\n')) await sleep(2)
    await own.server.kill()
    await own.server.start()

    expect(await Promise.all(answers)).toEqual(['access of old', 'access of old', 'access of old'])
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    const expected = Array.from({ length: POSTS }, (_nothing, at) => `posted post-${at}`)
    expect(lines.toSorted()).toEqual([...expected, 'renewed old'].toSorted())
  })
})
