import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '@social-internal/servers/end-with-parent'
import { generation } from '@social-internal/servers/port-calls'

import type { JournalKey } from '@social/core/store'
import { Pool } from 'pg'

import { postgresStores } from '../stores.js'

// Main file of a test process. Several of these processes publish the same posts and renew the same token until all
// posts are published. A shared file plays the role of the network: publishing appends the post to the file, and a
// process can read the file after a crash.
endWithParent()
const [url, schema, outFile, renewedFile, posts, name] = process.argv.slice(2)
const pool = new Pool({ connectionString: String(url), max: 3 })
const { journal, locks, storage } = postgresStores(pool, { schema: String(schema), timeoutSeconds: 30 })
const LEASE = { leaseSeconds: 2 }

const isOut = (id: string): boolean => readFileSync(String(outFile), 'utf8').split('\n').includes(id)

async function publish(idempotencyKey: string): Promise<boolean> {
  const key: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey }
  const entry = await journal.open(key, 'print', LEASE)
  if (entry.state === 'DONE') return true
  if (!('claim' in entry)) return false
  // A previous process may have crashed after it published, so the "network" is queried first. The
  // receipt is saved before the request that makes the post visible.
  const wasOut = entry.state === 'CONTINUE' && isOut(idempotencyKey)
  if (!wasOut) {
    await journal.save(key, entry.claim, { step: 'FINISH' }, LEASE)
    appendFileSync(String(outFile), `${idempotencyKey}\n`)
    process.send?.('out')
  }
  await journal.finish(key, entry.claim, { id: idempotencyKey })
  return true
}

/**
 * Renews the token like the library does: under the lock, and only if the stored token is still
 * the token that was read.
 */
async function renew(): Promise<void> {
  await locks.withLock(
    'connection:fake:42',
    async () => {
      const stored = await storage.getConnection('fake:42')
      const number = Number(stored?.token.accessToken.slice('access-'.length))
      if (stored && (await storage.saveRenewed(generation(number + 1), stored)))
        appendFileSync(String(renewedFile), `${number + 1} ${name}\n`)
    },
    LEASE,
  )
}

const open = new Set(Array.from({ length: Number(posts) }, (_nothing, at) => `post-${at}`))
while (open.size > 0)
  for (const key of open) {
    // On failure the loop tries this post again later: another process has the claim, or the server
    // is unreachable.
    const isDone = await publish(key).catch(() => false)
    if (isDone) open.delete(key)
    else await sleep(20)
    if (Math.random() < 0.2) await renew().catch(() => {})
  }
process.send?.('done')
await pool.end()
process.disconnect()
