import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { SocialClient } from '@social/core'
import { type Call, NetworkError } from '@social/core/store'
import { aToken, fakePlatform } from '@social/testkit/application'

import { redisStores } from '../stores.js'
import { type ClientPackage, connectClient, PACKAGES } from './clients.js'
import { ShiftedClock } from './passing-time.js'

// Main file of a test process. Several of these processes publish the same posts and find the same
// token expired. The clock of each process is wrong by minutes. A log file records the requests
// that reach the network. The test may kill the process at any line.
endWithParent()
const [url = '', log = '', name = 'redis', aheadSeconds, posts] = process.argv.slice(2)
const LEASE = { leaseSeconds: 3 }

const packageOf = (text: string): ClientPackage => PACKAGES.find((each) => each === text) ?? 'redis'
const { client } = await connectClient(packageOf(name), url)
const stores = redisStores(client, { clock: new ShiftedClock(Number(aheadSeconds)), timeoutSeconds: 10 })
const wasWritten = (line: string): boolean => readFileSync(log, 'utf8').split('\n').includes(line)

const platform = fakePlatform(
  {},
  {
    async refresh(call: Call) {
      const old = call.connection.token.refreshToken ?? ''
      appendFileSync(log, `renewed ${old}\n`)
      await sleep(20)
      return aToken({
        accessToken: `access of ${old}`,
        refreshToken: `${old}+`,
        expiresAt: new Date(call.clock.now().getTime() + 86_400_000),
      })
    },
  },
)
const social = new SocialClient({ ...stores, platforms: { fake: platform } })

/** Publishes one post once. If an earlier attempt was interrupted, it queries the network first. */
async function publish(idempotencyKey: string): Promise<void> {
  const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey }
  for (;;) {
    const entry = await stores.journal.open(key, 'print', LEASE)
    if (entry.state === 'DONE') return
    if (!('claim' in entry)) {
      await sleep(20)
      continue
    }
    if (entry.receipt === null) await stores.journal.save(key, entry.claim, { step: 'FINISH' }, LEASE)
    if (!wasWritten(`posted ${idempotencyKey}`)) appendFileSync(log, `posted ${idempotencyKey}\n`)
    await stores.journal.finish(key, entry.claim, { id: idempotencyKey })
    return
  }
}

/** Repeats the work while it fails because the server is unreachable, like a job queue does. */
async function again(work: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await work()
      return
    } catch (error) {
      if (!NetworkError.is(error)) throw error
      await sleep(20)
    }
}

/**
 * Publishes all posts.
 * @returns Access tokens that the calls received.
 */
async function publishAll(): Promise<string> {
  const tokens = new Set<string>()
  for (let at = 0; at < Number(posts); at += 1) {
    await again(() => publish(`post-${at}`))
    await again(async () => tokens.add((await social.account('fake:42').connection()).token.accessToken))
  }
  return [...tokens].join()
}

process.on('message', () => {
  publishAll().then(
    (tokens) => process.send?.(tokens),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.send?.('ready')
