import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from './a-network.js'
import { startChild } from './child.js'
import { signIn } from './sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork({ expiringTokens: { lifetimeSeconds: 60, rotates: true } })
})
afterEach(() => network.close())

it(
  'renews once for 1,000 calls in 4 processes on one expired token, and all of them get the new one',
  { timeout: 60_000 },
  async () => {
    const { id } = await signIn(network.client(), network.emulator)
    network.emulator.clearRequests()

    const startAt = Date.now() + 2_500
    const children = [1, 2, 3, 4].map(() =>
      startChild('./storm-worker.ts', { file: network.file, connectionId: id, calls: 250, startAt }),
    )
    const outputs = await Promise.all(children.map(({ output }) => output))

    expect(outputs.map(({ text }) => text.trim())).toEqual(
      Array.from({ length: 4 }, () => '{"ok":250,"tokens":1}'),
    )
    expect(network.emulator.counts('mastodon')).toEqual({ 'POST /oauth/token': 1 })
  },
)
