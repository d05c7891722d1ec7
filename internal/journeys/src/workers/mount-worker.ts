import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Dispatcher, SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { FakePlatform } from '@social/testkit/application'

import { type MountName, MOUNTS } from '../mounts/mounts.js'

/** One of several processes that serve the same routes. Their shared state is in one SQLite file. */
export interface MountWorkerSettings {
  readonly file: string
  readonly mount: MountName
  /** Ids of handled updates, one per line, from all processes. */
  readonly handledFile: string
  readonly prefix: string
}

const { file, mount, handledFile, prefix } = JSON.parse(process.argv[2] ?? '{}') as MountWorkerSettings // written by the test that starts this script
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the flag has just created it

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
  await nextTurn() // a duplicate may arrive meanwhile
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
