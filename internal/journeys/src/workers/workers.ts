import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sqliteStores } from '@social/sqlite'
import { anApp } from '@social/testkit/application'

import { type Child, startChild } from '../__fixtures__/child.js'
import type { MountName } from '../mounts/mounts.js'
import type { MountWorkerSettings } from './mount-worker.js'

/** Process that serves the routes. */
export interface Worker {
  readonly child: Child
  readonly origin: string
}

export const PREFIX = '/social'

/**
 * Starts processes that serve the same routes, each with a different framework. All processes use
 * one SQLite file.
 */
export async function startWorkers(mounts: readonly MountName[]) {
  const folder = await mkdtemp(join(tmpdir(), 'social-workers-'))
  const file = join(folder, 'social.db')
  const handledFile = join(folder, 'handled')
  writeFileSync(handledFile, '')
  const stores = sqliteStores(file)
  for (const platform of ['fake', 'pages']) await stores.storage.saveApp(anApp({ platform }))
  const workers = await Promise.all(
    mounts.map(async (mount): Promise<Worker> => {
      const settings: MountWorkerSettings = { file, mount, handledFile, prefix: PREFIX }
      const child = startChild(new URL('./mount-worker.ts', import.meta.url), settings)
      return { child, origin: await child.ask('origin') }
    }),
  )
  return {
    workers,
    stores,
    /** Returns the ids of the updates that all processes handled. */
    handled: () => readFileSync(handledFile, 'utf8').split('\n').filter(Boolean),
    async close() {
      for (const { child } of workers) child.process.stdin?.end()
      await Promise.all(workers.map(({ child }) => child.output))
      stores.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
