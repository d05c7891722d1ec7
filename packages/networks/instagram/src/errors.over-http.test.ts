import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { withFiles } from './__fixtures__/with-files.js'

/** Everything of an error that can be printed, logged or stored. */
function shown(error: unknown): string {
  const more = SocialBaseError.is(error) ? JSON.stringify(error.raw) : ''
  return `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${String(error)} ${more}`
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
  const error = { message, type: message, code: 100, error_user_title: message, error_user_msg: message }
  return { fault: 'status', status, body: { error, status: message }, headers: { 'x-quoted': message } }
}

describe.each([400, 401, 403, 500, 200])('an Instagram that quotes what it is sent, with %i,', (status) => {
  it('leaks nothing in an error, whatever is asked', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    const { ada } = at
    const token = (await at.storage.getConnection(ada.id))?.token.accessToken ?? 'no token'
    at.faults.add({ ...quoting([token, at.appSecret], status), count: 'all' })
    for (const ask of [
      () => ada.post({ media: [at.files.picture()] }),
      () => ada.post({ media: [at.files.picture(), at.files.video()] }),
      () => ada.limits(),
      () => ada.profile(),
      () => ada.readStats('1'),
      () => ada.readReplies('1'),
      () => ada.fetchUpdates(),
      () => ada.startUpdates(),
      () => ada.stopUpdates(),
    ])
      expect(shown(await thrownBy(ask()))).not.toContain(token)
  })

  it.each([
    ['/api-host/oauth/access_token', 'CODE'],
    ['/access_token', 'SECRET'],
    ['/v26.0/me', 'TOKEN'],
  ] as const)('leaks neither code nor secret nor token of a sign-in at %s', async (path, sent) => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    const start = await at.client.startLogin('instagram', { redirectUri: at.redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    const { location } = at.people.approve({ url: start.url, account: 'adascakes' })
    const callback = Object.fromEntries(new URL(location ?? '').searchParams)
    const code = callback['code'] ?? 'no code'
    at.faults.add({ ...quoting([code, at.appSecret], status), path, count: 'all' })
    const { redirectUri } = at
    const { state, remember } = start
    const error = await thrownBy(
      at.client.finishLogin('instagram', { redirectUri, state, remember, callback }),
    )
    // Each knows only what it was sent.
    for (const secret of { CODE: [code, at.appSecret], SECRET: [at.appSecret], TOKEN: [] }[sent])
      expect(shown(error)).not.toContain(secret)
    expect(shown(error)).not.toMatch(/IGAA/)
  })
})
