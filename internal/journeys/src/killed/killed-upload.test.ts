import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AppCredentials, Connection, Media, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { startEmulator } from '@social/emulator'
import { sqliteStores } from '@social/sqlite'
import { youtube } from '@social/youtube'
import { expect, it } from 'vitest'

import { startChild } from '../__fixtures__/child.js'

const CHUNK = 262_144
const PATH = '/upload/youtube/v3/videos'

const PIECES = 6

/**
 * Starts an emulated YouTube with a signed-in account and a video on disk. All clients use one
 * database file.
 */
async function aChannel() {
  const folder = await mkdtemp(join(tmpdir(), 'killed-upload-'))
  const [file, video] = [join(folder, 'social.db'), join(folder, 'video.mp4')]
  const bytes = randomBytes(PIECES * CHUNK)
  await writeFile(video, bytes)
  const emulator = await startEmulator({ networks: ['youtube'] })
  const addresses = emulator.addresses('youtube')
  const open: { close(): unknown }[] = []
  const clientAt = (aheadSeconds: number) => {
    const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
    const stores = sqliteStores(file, { clock })
    const platforms = { youtube: youtube({ addresses, chunkBytes: CHUNK }) }
    const client = new SocialClient({ ...stores, platforms, allowLoopback: true })
    open.push(client, stores)
    return { client, stores }
  }
  const { channelId, scopes, clientId, clientSecret, ...token } = emulator.control.youtube.signIn({
    person: 'Ada',
  })
  const accountId = channelId ?? ''
  const connection = new Connection({ platform: 'youtube', accountId, accountName: 'Ada', token, scopes })
  const { storage } = clientAt(0).stores
  await storage.saveApp(new AppCredentials({ platform: 'youtube', clientId, clientSecret }))
  await storage.saveConnection(connection)
  return {
    emulator,
    clientAt,
    connectionId: connection.id,
    video,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    worker: { file, connectionId: connection.id, addresses, video, chunkBytes: CHUNK },
    async [Symbol.asyncDispose]() {
      for (const each of open) await each.close()
      await emulator.close()
      await rm(folder, { recursive: true })
    },
  }
}

it.each([
  ['in the middle of the video', 3],
  ['after the last piece arrived and before its response', PIECES],
])('an upload resumes under the same key when the process was killed %s', async (_when, piece) => {
  await using at = await aChannel()
  const { emulator, connectionId, video, sha256 } = at
  const held = emulator.faults('youtube').add({ fault: 'hold', method: 'PUT', path: PATH, nth: piece })
  const child = startChild(new URL('./upload-worker.ts', import.meta.url), at.worker)
  await held.whenHeld(1)
  child.process.kill('SIGKILL')
  await child.output
  held.remove()
  const before = emulator.counts('youtube')
  emulator.clearRequests()

  // The clock is 61 seconds ahead, because the claim of the killed worker expires after a minute.
  const { client } = at.clientAt(61)
  const post = { media: [Media.fromFile(video)], options: { title: 'A long video', madeForKids: false } }
  const result = await client.accountOf('youtube', connectionId).post(post, { idempotencyKey: 'once' })

  expect(before).toEqual({ [`POST ${PATH}`]: 1, [`PUT ${PATH}`]: piece })
  // One request queries the received bytes. The other requests send the missing chunks.
  expect(emulator.counts('youtube')).toEqual({ [`PUT ${PATH}`]: 1 + PIECES - piece })
  expect(emulator.control.youtube.state().videos).toMatchObject([{ id: result.id, sha256 }])
})
