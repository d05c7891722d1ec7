import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AppCredentials, Connection, Media, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { startEmulator } from '@social/emulator'
import { pinterestNetwork } from '@social/emulator/pinterest'
import { pinterest } from '@social/pinterest'
import { sqliteStores } from '@social/sqlite'
import { expect, it } from 'vitest'

import { startChild } from '../__fixtures__/child.js'

/** Video file that starts with a valid signature and contains a unique megabyte. */
const BYTES = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42', 'latin1'),
  randomBytes(1_000_000),
])

/**
 * Starts an emulated Pinterest with a signed-in account and a video on disk. All clients use one
 * database file.
 */
async function aBoard() {
  const folder = await mkdtemp(join(tmpdir(), 'killed-pin-'))
  const [file, video] = [join(folder, 'social.db'), join(folder, 'chair.mp4')]
  await writeFile(video, BYTES)
  const network = pinterestNetwork({ registeredSeconds: 0, processSeconds: 0 })
  const emulator = await startEmulator({ networks: [network] })
  const addresses = emulator.addresses('pinterest')
  const open: { close(): unknown }[] = []
  const clientAt = (aheadSeconds: number) => {
    const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
    const stores = sqliteStores(file, { clock })
    const platforms = { pinterest: pinterest({ addresses, mediaWaitSeconds: 0.05 }) }
    const client = new SocialClient({ ...stores, clock, platforms, allowLoopback: true })
    open.push(client, stores)
    return { client, stores }
  }
  const people = emulator.control.pinterest
  const { personId, scopes, accessToken, refreshToken, expiresAt } = people.signIn({ person: 'ada' })
  const boardId = people.state().boards.find(({ of }) => of === 'ada')?.id ?? ''
  const connection = new Connection({
    platform: 'pinterest',
    accountId: personId,
    accountName: 'ada',
    token: { accessToken, refreshToken, expiresAt },
    scopes,
  })
  const { storage } = clientAt(0).stores
  await storage.saveApp(new AppCredentials({ platform: 'pinterest', ...people.app() }))
  await storage.saveConnection(connection)
  return {
    emulator,
    clientAt,
    connectionId: connection.id,
    post: {
      text: 'Making a chair',
      media: [Media.fromFile(video)],
      options: { boardId },
    },
    worker: { file, connectionId: connection.id, addresses, video, boardId },
    async [Symbol.asyncDispose]() {
      for (const each of open) await each.close()
      await emulator.close()
      await rm(folder, { recursive: true })
    },
  }
}

it.each([
  ['between upload and pin', { method: 'GET', path: '/v5/media/:media' }],
  ['after the pin was created and before its response', { method: 'POST', path: '/v5/pins' }],
])('a video is pinned once, and uploaded once, when the process was killed %s', async (_when, request) => {
  await using at = await aBoard()
  const { emulator, connectionId, post } = at
  const held = emulator.faults('pinterest').add({ fault: 'hold', ...request })
  const child = startChild(new URL('./pin-worker.ts', import.meta.url), at.worker)
  await held.whenHeld(1)
  child.process.kill('SIGKILL')
  await child.output
  held.remove()

  // The clock is 61 seconds ahead, because the claim of the killed worker expires after a minute.
  const { client } = at.clientAt(61)
  const result = await client.accountOf('pinterest', connectionId).post(post, { idempotencyKey: 'once' })

  const { pins, videos } = emulator.control.pinterest.state()
  expect(pins.map(({ id }) => id)).toEqual([result.id])
  expect(videos).toMatchObject([{ sha256: createHash('sha256').update(BYTES).digest('hex') }])
  expect(emulator.counts('pinterest')['POST /v5/pins']).toBe(1)
})
