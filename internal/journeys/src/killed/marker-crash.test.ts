import { readFileSync, writeFileSync } from 'node:fs'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { startChild } from '../__fixtures__/child.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork()
})
afterEach(() => network.close())

it('skips nothing and handles nothing twice when the polling process is killed in the middle of a round', async () => {
  const { emulator, file } = network
  const client = network.client()
  const { id } = await signIn(client, emulator)
  const mine = await client.accountOf('mastodon', id).post({ text: 'Ask me anything' })
  // The first poll returns the marker from which the next poll continues.
  const { marker } = await client.accountOf('mastodon', id).fetchUpdatesAfter(null)
  writeFileSync(`${file}.marker`, marker ?? '0')
  const comments = Array.from({ length: 35 }, (_, number) =>
    emulator.control.mastodon.comment({ by: 'bea', on: mine.id, text: `Question ${number}` }),
  )

  const killed = startChild(new URL('./polling-worker.ts', import.meta.url), {
    file,
    connectionId: id,
    hangAfter: 17,
    aheadSeconds: 0,
  })
  await killed.printed('hanging')
  killed.process.kill('SIGKILL')
  await killed.output
  const next = startChild(new URL('./polling-worker.ts', import.meta.url), {
    file,
    connectionId: id,
    hangAfter: null,
    aheadSeconds: 600,
  })

  expect((await next.output).text).toBe('done\n')
  const handled = readFileSync(`${file}.handled`, 'utf8').trim().split('\n')
  expect(handled).toEqual(comments.map((comment) => comment.id))
})
