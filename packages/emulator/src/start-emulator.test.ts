import { createServer } from 'node:net'

import { expect, it } from 'vitest'

import { startEmulator } from './start-emulator.js'

/** True if the port is free. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isOurs = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isOurs)
    await new Promise((resolve) => {
      server.close(resolve)
    })
  return isOurs
}

/**
 * Starts an emulator and returns it with its port. The port number directly below is free,
 * although other processes also use ports.
 */
async function withFreePortBefore() {
  for (;;) {
    const emulator = await startEmulator({ networks: ['mastodon'] })
    const port = Number(new URL(emulator.url('mastodon')).port)
    if (await isFree(port - 1)) return { emulator, port }
    await emulator.close()
  }
}

/** Starts an emulator with the seed and returns the access token of its first sign-in. */
async function tokenFor(seed: string): Promise<string> {
  const emulator = await startEmulator({ networks: ['mastodon'], seed })
  const { accessToken } = emulator.control.mastodon.signIn({ person: 'ada' })
  await emulator.close()
  return accessToken
}

it('closes opened ports if one of them is in use', async () => {
  const { emulator, port } = await withFreePortBefore()

  const both = startEmulator({ networks: ['bluesky', 'mastodon'], port: port - 1 })

  await expect(both).rejects.toThrow('EADDRINUSE')
  expect(await isFree(port - 1)).toBe(true)
  await emulator.close()
})

it('generates the same tokens for the same seed, and others for another', async () => {
  const [first, again, other] = [await tokenFor('one'), await tokenFor('one'), await tokenFor('two')]

  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
