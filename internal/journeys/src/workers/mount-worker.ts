import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Dispatcher, SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { FakePlatform } from '@social/testkit/application'

import { type MountName, MOUNTS } from '../mounts/mounts.js'

/**
 * Settings of this script. Several processes run the script and serve the same routes, with shared
 * state in one SQLite file.
 */
export interface MountWorkerSettings {
  readonly file: string
  readonly mount: MountName
  /** File with the ids of the updates that all processes handled, one id per line. */
  readonly handledFile: string
  readonly prefix: string
}

const { file, mount, handledFile, prefix } = JSON.parse(process.argv[2] ?? '{}') as MountWorkerSettings // safe cast: the test that starts this script writes these settings
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // safe cast: the flag --expose-gc defines this function

const stores = sqliteStores(file)
const client = new SocialClient({
  ...stores,
  platforms: {
    fake: new FakePlatform(),
    pages: new FakePlatform({ name: 'pages', accounts: [{ id: '7', name: 'Page', kind: 'page' }] }),
  },
})
const dispatcher = new Dispatcher({ seen: client.seenUpdates })
dispatcher.onAny(async (update) => {
  await nextTurn() // another process can receive a duplicate during this pause
  appendFileSync(handledFile, `${update.id}\n`)
})
const mounted = await MOUNTS[mount]({
  client,
  prefix,
  options: {
    redirectUri: `https://app.example${prefix}/callback/{platform}`,
    secrets: { fake: 'fake-secret' },
    deliver: dispatcher.deliver,
  },
})

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'origin') process.stdout.write(`${mounted.origin}\n`)
  if (line === 'memory') {
    collect()
    process.stdout.write(`${process.memoryUsage().heapUsed}\n`)
  }
}
await mounted.close()
await client.close()
stores.close()
process.exit(0)
