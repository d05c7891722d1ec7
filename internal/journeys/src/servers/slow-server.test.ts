import { NetworkError, OutcomeUnknownError } from '@social/core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork()
})
afterEach(() => network.close())

it('stops a read when the server is slower than the deadline', async () => {
  const { emulator } = network
  const client = network.client()
  const { id } = await signIn(client, emulator)
  const held = emulator
    .faults('mastodon')
    .add({ path: '/api/v1/accounts/verify_credentials', fault: 'hold', count: 'all' })

  const error: unknown = await client
    .accountOf('mastodon', id)
    .profile({ deadlineSeconds: 0.2 })
    .catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ timedOut: true })
  held.remove()
  await expect(client.accountOf('mastodon', id).profile()).resolves.toBeDefined()
})

it('does not report a slow post as failed: it is queried, and the same key returns it', async () => {
  const { emulator } = network
  const client = network.client()
  const { id } = await signIn(client, emulator)
  const account = client.accountOf('mastodon', id)
  await account.limits()
  const held = emulator
    .faults('mastodon')
    .add({ method: 'POST', path: '/api/v1/statuses', fault: 'hold', count: 'all' })

  const result = await account.post({ text: 'Slowly' }, { idempotencyKey: 'slow', deadlineSeconds: 0.3 })

  held.remove()
  expect(await account.post({ text: 'Slowly' }, { idempotencyKey: 'slow' })).toEqual(result)
  expect(emulator.control.mastodon.state().statuses.map((status) => status.id)).toEqual([result.id])
})

it('reports an unknown outcome while the server still works on a post, and the same key returns the post later', async () => {
  const { emulator } = network
  const client = network.client()
  const { id } = await signIn(client, emulator)
  const account = client.accountOf('mastodon', id)
  await account.limits()
  const held = emulator
    .faults('mastodon')
    .add({ method: 'POST', path: '/api/v1/statuses', fault: 'hold', beforeEffect: true })

  const error: unknown = await account
    .post({ text: 'Slowly' }, { idempotencyKey: 'slow', deadlineSeconds: 0.3 })
    .catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(OutcomeUnknownError)
  expect(error).toMatchObject({ idempotencyKey: 'slow', cause: { timedOut: true } })
  held.remove()
  const aMinuteLater = network.client(61).accountOf('mastodon', id)
  const result = await aMinuteLater.post({ text: 'Slowly' }, { idempotencyKey: 'slow' })
  expect(emulator.control.mastodon.state().statuses.map((status) => status.id)).toEqual([result.id])
})
