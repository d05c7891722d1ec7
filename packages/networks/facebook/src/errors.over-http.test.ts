import { inspect } from 'node:util'

import { Media, SocialBaseError } from '@social/core'
import { type FaultEffect, sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Everything of an error that can be printed, logged or stored. */
function shown(error: unknown): string {
  const more = SocialBaseError.is(error) ? JSON.stringify(error.raw) : ''
  return `${inspect(error, { depth: 9, showHidden: false })} ${JSON.stringify(error)} ${String(error)} ${more}`
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

/** A network that quotes what it was sent, wherever it has words. */
function quoting(secrets: readonly string[], status: number): FaultEffect {
  const message = `You sent ${secrets.join(' and ')}.`
  const error = {
    message,
    type: message,
    code: 100,
    error_user_msg: message,
    error_data: { start_offset: message },
  }
  return {
    fault: 'status',
    status,
    body: { error, debug_info: { message, type: message } },
    headers: { 'x-quoted': message },
  }
}

async function tokenOf(at: At, id: string): Promise<string> {
  return (await at.storage.getConnection(id))?.token.accessToken ?? ''
}

describe.each([400, 401, 403, 500, 200])('a Facebook that quotes what it is sent, with %i,', (status) => {
  it('leaks nothing in an error, whatever is asked', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const page = await at.signIn()
    const token = await tokenOf(at, page.id)
    at.faults.add({ ...quoting([token, at.appSecret], status), count: 'all' })
    const media = [Media.fromBytes(samplePng(), { filename: 'cake.png' })]
    const video = [Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })]
    for (const ask of [
      () => page.post({ text: 'Bread' }),
      () => page.post({ media }),
      () => page.post({ media: video }),
      () => page.post({ media: video, options: { placement: 'reel' } }),
      () => page.profile(),
      () => page.readStats('1_2'),
      () => page.checkState('1'),
      () => page.fetchUpdates(null),
      () => page.like('1_2'),
      () => page.reply('1_2', 'Thanks'),
      () => page.deletePost('1_2'),
      () => page.startUpdates(),
    ])
      expect(shown(await thrownBy(ask()))).not.toContain(token)
  })

  it('leaks neither code nor secret nor token of a sign-in', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    for (const path of ['*/access_token', '*/me', '*/accounts']) {
      const start = await at.client.startLogin('facebook', { redirectUri: at.redirectUri })
      if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
      const { location } = at.people.approve({ url: start.url, person: 'Ada' })
      const callback = Object.fromEntries(new URL(location ?? '').searchParams)
      const { code = '' } = callback
      const fault = at.faults.add({ ...quoting([code, at.appSecret], status), path, count: 'all' })
      const error = await thrownBy(
        at.client.finishLogin('facebook', {
          redirectUri: at.redirectUri,
          state: start.state,
          remember: start.remember,
          callback,
        }),
      )
      fault.remove()
      // Only the token endpoint was sent the code.
      expect(shown(error)).not.toContain(path === '*/access_token' ? code : 'EAAG')
    }
  })
})
