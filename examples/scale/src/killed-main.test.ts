import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { freePort } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('__fixtures__/waiting-main.ts', import.meta.url))

it('a worker exits when main.js is killed, also while it waits for an unavailable server', async () => {
  const { NODE_OPTIONS: _theirs, ...rest } = process.env
  const main = spawn(process.execPath, [...RUN_SOURCES, MAIN], {
    env: {
      ...rest,
      NODE_NO_WARNINGS: '1',
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/app`,
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      MASTODON: '127.0.0.1:1',
      PORT: '1',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  // The worker logs the connection error and retries without limit.
  let text = ''
  for await (const part of main.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(part)
    if (text.includes('Redis: Error: connect ECONNREFUSED')) break
  }
  expect(text).toContain('Redis: Error: connect ECONNREFUSED')
  // Both processes hold the other end of the pipe. It closes when both have exited.
  const closed = once(main, 'close')
  main.stderr.resume()
  main.kill('SIGKILL')

  expect(await closed).toEqual([null, 'SIGKILL'])
})
