import { InMemoryStorage, SocialClient, statusFor, type InvalidHostError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { mastodon } from './platform.js'

const redirectUri = 'https://app.example/callback'
const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { mastodon: mastodon() } })
const refusal = (host?: string): Promise<unknown> =>
  client
    .startLogin('mastodon', { redirectUri, ...(host !== undefined && { host }) })
    .catch((error: unknown) => error)

describe('the server of a sign-in', () => {
  it('is asked for when it is missing', async () => {
    expect(await refusal()).toMatchObject({
      code: 'CONFIG',
      message:
        "mastodon requires the server of the account. Ask the person for it, and pass it as host: { host: 'social.example' }. Each server requires an app: use client.createApp or Storage.saveApp.",
    })
  })

  it.each(['not a server', 'https://', '10.0.0.1'])(
    'is refused with a message for the person: %s',
    async (host) => {
      const create = { name: 'App', redirectUri, host }
      const errors = [
        await refusal(host),
        await client.createApp('mastodon', create).catch((error: unknown) => error),
      ]
      for (const error of errors) {
        expect(error).toMatchObject({ code: 'INVALID_HOST', platform: 'mastodon' })
        expect(statusFor(error)).toBe(400)
        expect((error as InvalidHostError).userMessage).toBe(
          'This is not the address of a server. Enter a name such as "social.example".',
        )
      }
    },
  )

  it('names allowLoopback for a server on this machine', async () => {
    expect(await refusal('127.0.0.1:4000')).toMatchObject({
      code: 'INVALID_HOST',
      message:
        'mastodon cannot use 127.0.0.1: it is not a host on the public internet. For a server on this machine, such as the emulator, pass allowLoopback: true to the client.',
    })
  })
})
