import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import {
  freePort,
  installedPostgres,
  installedRedis,
  leaveOut,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const hasServers = installedPostgres() !== null && installedRedis() !== null
if (!hasServers) leaveOut('the example of four processes: it needs PostgreSQL and Redis to be installed')

/** Job data that the page returns. */
interface Shown {
  readonly counts: Readonly<Record<string, number>>
  readonly accounts: readonly string[]
}

async function until<T>(what: string, query: () => Promise<T | null>): Promise<T> {
  for (const end = performance.now() + 240_000; performance.now() < end;) {
    const found = await query().catch(() => null)
    if (found !== null) return found
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  throw new Error(`Timeout while waiting for: ${what}`)
}

it.skipIf(!hasServers)(
  'starts with one command, signs a person in, and publishes now and later in its workers',
  { timeout: 1_200_000 },
  async () => {
    await using database = await startPostgres()
    await using redis = await startRedis()
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const { NODE_OPTIONS: _theirs, ...rest } = process.env
    const app = spawn(process.execPath, [...RUN_SOURCES, MAIN], {
      env: {
        ...rest,
        NODE_NO_WARNINGS: '1',
        DATABASE_URL: database?.url() ?? '',
        REDIS_URL: redis?.url ?? '',
        ACCEPT_LOSS: '1',
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    try {
      const [, server = ''] = await until(`it is ready: ${text}`, async () =>
        /Mastodon is at ([\d.:]+)\)/.exec(text),
      )
      const started = await fetch(`${origin}/social/connect/mastodon?host=${server}`, { redirect: 'manual' })
      const cookie = started.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const approved = await fetch(`http://${server}/__emulator/mastodon/approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: started.headers.get('location'), person: 'ada' }),
      })
      const { location } = (await approved.json()) as { location: string } // safe cast: the emulator's `approve` returns this JSON
      const back = await fetch(location, {
        headers: { cookie },
        redirect: 'manual',
      })
      expect(back.headers.get('location')).toBe('/')

      const shown = async () => (await (await fetch(`${origin}/jobs.json`)).json()) as Shown // safe cast: api.ts writes this JSON
      const { accounts } = await shown()
      for (const [key, seconds] of [
        ['now', '0'],
        ['later', '1'],
        ['now', '0'],
      ] as const)
        await fetch(`${origin}/posts`, {
          method: 'POST',
          body: new URLSearchParams({ account: accounts[0] ?? '', text: `<b>${key}</b>`, seconds, key }),
          redirect: 'manual',
        })
      const refused = await fetch(`${origin}/posts`, {
        method: 'POST',
        body: new URLSearchParams({ account: accounts[0] ?? '', text: 'a'.repeat(501) }),
      })
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('501 of 500')])

      await until('both posts are over', async () => ((await shown()).counts['ENDED'] === 2 ? true : null))
      const state = await fetch(`http://${server}/__emulator/mastodon/state`)
      const { statuses } = (await state.json()) as { statuses: readonly { text: string }[] } // safe cast: the emulator returns its posts in this form
      expect(statuses.map((status) => status.text)).toEqual(['<b>now</b>', '<b>later</b>'])
      const page = await (await fetch(origin)).text()
      expect(page).toContain('PUBLISH DONE')
    } finally {
      app.kill('SIGTERM')
      if (app.exitCode === null) await once(app, 'exit')
    }
  },
)
