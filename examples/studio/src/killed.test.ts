import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { freePort } from './check/free-port.js'
import { signInAnywhere } from './check/sign-in-anywhere.js'
import { until, Visitor } from './check/visitor.js'
import { NETWORK_PORTS } from './server/emulator.js'
import type { Composition } from './shared/compose.js'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const SOURCES = fileURLToPath(new URL('../../../tooling/register-source.mjs', import.meta.url))
const IN_SECONDS = 4

let folder: string
let demo: ChildProcess
let visitor: Visitor

/** The studio as `npm run demo` runs it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-killed-'))
  const [port, emulatorPort] = [await freePort(), await freePort(NETWORK_PORTS)]
  demo = spawn(process.execPath, ['--conditions=@social/source', '--import', SOURCES, MAIN], {
    env: { ...process.env, STUDIO_DATA: folder, PORT: String(port), EMULATOR_PORT: String(emulatorPort) },
    stdio: 'ignore',
  })
  visitor = new Visitor(`http://127.0.0.1:${port}`)
  await up()
})

afterEach(async () => {
  const ended = new Promise((resolve) => {
    demo.once('exit', resolve)
  })
  demo.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** Resolves when the studio answers. */
async function up(): Promise<unknown> {
  return until('The start of the studio', () => visitor.studio().catch(() => null))
}

it('keeps drafts and later posts when its process is killed, and publishes those whose time has come once', async () => {
  const accountId = await signInAnywhere(visitor, 'bluesky')
  const draft: Composition = {
    id: crypto.randomUUID(),
    text: 'Half a sentence',
    files: [],
    accountIds: [accountId],
    variations: {},
    options: {},
    publishAt: null,
  }
  await visitor.ask('PUT', `/api/drafts/${draft.id}`, draft)
  const later: Composition = {
    ...draft,
    id: crypto.randomUUID(),
    text: 'At its time',
    publishAt: new Date(Date.now() + IN_SECONDS * 1000).toISOString(),
  }
  await visitor.ask('POST', `/api/drafts/${later.id}/publish`, later)
  expect((await visitor.studio()).posts.map(({ status }) => status)).toEqual(['WAITING'])

  await visitor.ask('POST', '/api/trouble/kill')
  await until('The end of the process', () =>
    visitor.studio().then(
      () => null,
      () => true,
    ),
  )
  await up()

  const { drafts, accounts } = await visitor.studio()
  expect([drafts, accounts.map(({ id }) => id)]).toEqual([[draft], [accountId]])
  const post = await until('The post', async () => {
    const { posts } = await visitor.studio()
    return posts.find(({ status }) => status === 'DONE')
  })
  expect([post.text, (await visitor.studio()).posts.length]).toEqual(['At its time', 1])
})
