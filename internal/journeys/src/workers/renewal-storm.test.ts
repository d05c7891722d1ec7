import { Token } from '@social/core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { startChild } from '../__fixtures__/child.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork({ expiringTokens: { lifetimeSeconds: 7_200, rotates: true } })
})
afterEach(() => network.close())

// Holds R-0139.
it('renews once for 1,000 calls in 4 processes on one expired token, and all of them get the new one', async () => {
  const client = network.client()
  const connection = await signIn(client, network.emulator)
  const { accessToken, refreshToken } = connection.token
  await client.storage.saveConnection(
    connection.withToken(new Token({ accessToken, refreshToken, expiresAt: new Date(Date.now() - 1_000) })),
  )
  network.emulator.clearRequests()

  const children = [1, 2, 3, 4].map(() =>
    startChild(new URL('./storm-worker.ts', import.meta.url), {
      file: network.file,
      connectionId: connection.id,
      calls: 250,
    }),
  )
  await Promise.all(children.map((child) => child.printed('ready')))
  for (const { process: child } of children) child.stdin?.write('go')
  const outputs = await Promise.all(children.map(({ output }) => output))

  expect(outputs.map(({ text }) => text)).toEqual(
    Array.from({ length: 4 }, () => 'ready\n{"ok":250,"tokens":1}\n'),
  )
  expect(network.emulator.counts('mastodon')).toEqual({ 'POST /oauth/token': 1 })
})
