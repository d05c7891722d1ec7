import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

import { Dispatcher, Poller, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/**
 * Settings of this script, which polls with a marker and logs the handled updates. The handler of
 * one update never ends.
 */
interface Settings {
  readonly file: string
  readonly connectionId: string
  /** Number of handled updates after which the handler never ends. Null if every handler ends. */
  readonly hangAfter: number | null
  /**
   * Seconds by which the clock of this process is ahead, so that the claims of a killed worker
   * have expired.
   */
  readonly aheadSeconds: number
}

const { file, connectionId, hangAfter, aheadSeconds } = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const markerFile = `${file}.marker`
const handledFile = `${file}.handled`

const client = new SocialClient({
  ...sqliteStores(file, { clock: { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) } }),
  platforms: { mastodon: mastodon() },
  allowLoopback: true,
})
const dispatcher = new Dispatcher({ seen: client.seenUpdates })
let handled = 0
dispatcher.onAny(async (update) => {
  if (handled === hangAfter) {
    process.stdout.write('hanging\n')
    await new Promise(() => {})
  }
  handled += 1
  appendFileSync(handledFile, `${update.postId}\n`)
})
const account = client.accountOf('mastodon', connectionId)
const poller = new Poller({
  fetchAfter: (marker, options) => account.fetchUpdatesAfter(marker, { ...options, limit: 10 }),
  deliver: (update) => dispatcher.deliver(update),
  marker: existsSync(markerFile) ? readFileSync(markerFile, 'utf8') : null,
  saveMarker: async (marker) => writeFileSync(markerFile, marker),
})
for (let found = 1; found > 0;) found = (await poller.checkOnce()).length
process.stdout.write('done\n')
process.exit(0)
