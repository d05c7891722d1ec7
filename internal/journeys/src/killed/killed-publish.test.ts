import { Media } from '@social/core'
import { samplePng } from '@social/emulator'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { startChild } from '../__fixtures__/child.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork()
})
afterEach(() => network.close())

it.each([
  ['between upload and publish', 'before'],
  ['after the post was published and before its response', 'after'],
])('resumes under the same key when the process was killed %s', async (_when, moment) => {
  const { emulator, file } = network
  const { id } = await signIn(network.client(), emulator)
  const held = emulator.faults('mastodon').add({
    method: 'POST',
    path: '/api/v1/statuses',
    fault: 'hold',
    beforeEffect: moment === 'before',
  })
  const child = startChild(new URL('./publish-worker.ts', import.meta.url), {
    file,
    connectionId: id,
    png: Buffer.from(samplePng()).toString('base64'),
  })
  await held.whenHeld(1)
  child.process.kill('SIGKILL')
  await child.output
  held.remove()

  // The clock is 61 seconds ahead, because the claim of the killed worker expires after a minute.
  const client = network.client(61)
  const post = {
    text: 'Survives',
    media: [Media.fromBytes(samplePng(), { filename: 'cat.png', altText: 'A cat' })],
  }
  const result = await client.accountOf('mastodon', id).post(post, { idempotencyKey: 'once' })

  expect(result.state).toBe('DONE')
  const { statuses, media } = emulator.control.mastodon.state()
  expect(statuses.map((status) => status.id)).toEqual([result.id])
  expect(media).toHaveLength(1)
})
