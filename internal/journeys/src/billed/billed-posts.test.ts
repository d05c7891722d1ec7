import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AppCredentials, Connection, Media, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { startEmulator } from '@social/emulator'
import { xNetwork } from '@social/emulator/x'
import { sqliteStores } from '@social/sqlite'
import { x } from '@social/x'
import { expect, it } from 'vitest'

import { startChild } from '../__fixtures__/child.js'

/** Video file that starts with a valid signature and has three different chunks. */
const BYTES = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42', 'latin1'),
  randomBytes(2_500_000),
])

/**
 * Starts an emulated X with a signed-in account and a video on disk. All clients use one database
 * file.
 */
async function atX() {
  const folder = await mkdtemp(join(tmpdir(), 'billed-posts-'))
  const [file, video] = [join(folder, 'social.db'), join(folder, 'clip.mp4')]
  await writeFile(video, BYTES)
  const network = xNetwork({ pendingSeconds: 0, processSeconds: 0, timelineDelaySeconds: 0 })
  const emulator = await startEmulator({ networks: [network] })
  const addresses = emulator.addresses('x')
  const open: { close(): unknown }[] = []
  const clientAt = (aheadSeconds: number) => {
    const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
    const stores = sqliteStores(file, { clock })
    const platforms = { x: x({ addresses, mediaWaitSeconds: 0.05 }) }
    const client = new SocialClient({ ...stores, clock, platforms, allowLoopback: true })
    open.push(client, stores)
    return { client, stores }
  }
  const people = emulator.control.x
  const { personId, scopes, accessToken, refreshToken, expiresAt } = people.signIn({ person: 'ada' })
  const connection = new Connection({
    platform: 'x',
    accountId: personId,
    accountName: '@ada',
    token: { accessToken, refreshToken, expiresAt },
    scopes,
  })
  const { storage } = clientAt(0).stores
  await storage.saveApp(new AppCredentials({ platform: 'x', ...people.app() }))
  await storage.saveConnection(connection)
  return {
    emulator,
    people,
    clientAt,
    connectionId: connection.id,
    post: { text: 'Look', media: [Media.fromFile(video, { altText: 'A square' })] },
    worker: { file, connectionId: connection.id, addresses, video },
    async [Symbol.asyncDispose]() {
      for (const each of open) await each.close()
      await emulator.close()
      await rm(folder, { recursive: true })
    },
  }
}

it.each([
  ['between two pieces', { method: 'POST', path: '/2/media/upload/:id/append', nth: 2 }],
  ['before its description', { method: 'POST', path: '/2/media/metadata', beforeEffect: true }],
  ['after the post was published and before its response', { method: 'POST', path: '/2/tweets' }],
])(
  'a video is on X once, complete and with its description, when the process was killed %s',
  async (_when, request) => {
    await using at = await atX()
    const { emulator, people, connectionId, post } = at
    const held = emulator.faults('x').add({ fault: 'hold', ...request })
    const child = startChild(new URL('./post-worker.ts', import.meta.url), at.worker)
    await held.whenHeld(1)
    child.process.kill('SIGKILL')
    await child.output
    held.remove()

    // The clock is 61 seconds ahead, because the claim of the killed worker expires after a minute.
    const { client } = at.clientAt(61)
    const result = await client.accountOf('x', connectionId).post(post, { idempotencyKey: 'once' })

    const { posts, media } = people.state()
    expect(posts.map(({ id }) => id)).toEqual([result.id])
    expect(media).toMatchObject([
      { sha256: createHash('sha256').update(BYTES).digest('hex'), altText: 'A square' },
    ])
    expect(emulator.counts('x')['POST /2/tweets']).toBe(1)
  },
)

it('four processes together never spend more than the limit', async () => {
  await using at = await atX()
  const [posts, credits] = [12, 300]
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    startChild(new URL('./spending-worker.ts', import.meta.url), { ...at.worker, name, posts, credits }),
  )
  const refused = await Promise.all(children.map(async ({ output }) => Number((await output).text)))

  // Each post costs 15 credits. The limit of 300 credits allows 20 of the 48 posts.
  expect(refused.reduce((sum, count) => sum + count, 0)).toBe(28)
  expect(at.emulator.effects('x')).toHaveLength(20)
  expect(at.people.bills().reduce((sum, { units }) => sum + units, 0)).toBe(credits)
})
