import { Token } from '@social/core'
import { afterEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { startChild } from '../__fixtures__/child.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

afterEach(() => network.close())

it.each([
  // The request of the paused worker arrives second. The network refuses it, because the refresh
  // token was already used.
  { pausedAt: 'before the network has handled it', rotates: true, beforeEffect: true },
  // The request of the paused worker arrives first. When the worker continues, its token is older
  // than the stored token.
  { pausedAt: 'before it has read the response', rotates: false, beforeEffect: false },
])(
  'a worker that is paused in a renewal, $pausedAt, ends with the token of the worker that took over',
  async ({ rotates, beforeEffect }) => {
    network = await aNetwork({ expiringTokens: { lifetimeSeconds: 7_200, rotates } })
    const { emulator, file } = network
    const client = network.client()
    const connection = await signIn(client, emulator)
    const { accessToken, refreshToken } = connection.token
    await client.storage.saveConnection(
      connection.withToken(new Token({ accessToken, refreshToken, expiresAt: new Date(Date.now() - 1_000) })),
    )
    emulator.clearRequests()
    const settings = { file, connectionId: connection.id }
    const paused = startChild(new URL('./renewal-worker.ts', import.meta.url), {
      ...settings,
      aheadSeconds: 0,
    })
    const other = startChild(new URL('./renewal-worker.ts', import.meta.url), {
      ...settings,
      aheadSeconds: 90,
    })
    await Promise.all([paused.printed('ready'), other.printed('ready')])

    const held = emulator
      .faults('mastodon')
      .add({ method: 'POST', path: '/oauth/token', fault: 'hold', beforeEffect, count: 1 })
    paused.process.stdin?.write('go')
    await held.whenHeld(1)
    paused.process.kill('SIGSTOP')
    other.process.stdin?.write('go')
    const { text: theirs } = await other.output
    held.remove()
    paused.process.kill('SIGCONT')
    const { text: mine } = await paused.output

    const stored = await client.storage.getConnection(connection.id)
    expect(stored?.token.accessToken).not.toBe(accessToken)
    expect(theirs).toBe(`ready\n${stored?.token.accessToken}\n`)
    expect(mine).toBe(theirs)
    expect(emulator.counts('mastodon')).toEqual({ 'POST /oauth/token': 2 })
    await expect(client.accountOf('mastodon', connection.id).profile()).resolves.toBeDefined()
  },
)
