import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startQuickstart } from '@social-examples/quickstart/main'
import { WITH_MESSAGES } from '@social/emulator/bluesky'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'social-quickstart-'))
const POLL = { interval: 20, timeout: 20_000 }
const cookies = new Map<string, string>()
let app: Awaited<ReturnType<typeof startQuickstart>>

beforeAll(async () => {
  app = await startQuickstart({ port: 0, file: join(folder, 'social.db'), pollSeconds: 0.1 })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Sends a request as a browser without scripts, and keeps its cookies. */
async function visit(path: string, form?: Readonly<Record<string, string | readonly string[]>>) {
  const fields = Object.entries(form ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  const response = await fetch(new URL(path, app.url), {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: [...cookies.values()].join('; '), connection: 'close' },
    ...(form && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    cookies.set(pair.split('=', 1)[0] ?? '', pair)
  }
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('location') ?? '',
  }
}

const home = async () => (await visit('/')).text
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(text)?.[1] ?? ''
const accountIds = async () =>
  [...(await home()).matchAll(/data-id="([^"]+)" data-health="OK"/g)].map(([, id]) => id ?? '')

describe('the quick start', () => {
  it('connects accounts of four networks: on their pages, with a form, and with a choice', async () => {
    const { control } = app.emulator
    const { location: url } = await visit(`/social/connect/mastodon?host=${app.emulator.host('mastodon')}`)
    await visit(control.mastodon.approve({ url, person: 'ada' }).location)
    await visit(
      control.x.approve({ url: (await visit('/social/connect/x')).location, person: 'ada' }).location,
    )
    const { text: form } = await visit('/social/connect/bluesky')
    const details = { state: hidden(form, 'state'), handle: 'ada.bsky.test', app_password: WITH_MESSAGES }
    await visit('/social/callback/bluesky', details)
    const { location: asked } = await visit('/social/connect/facebook')
    const { text: choice } = await visit(
      String(control.facebook.approve({ url: asked, person: 'Ada' }).location),
    )
    const page = /type="radio"[^>]*value="([^"]+)"/.exec(choice)?.[1] ?? ''
    const last = await visit('/social/choose/facebook', { state: hidden(choice, 'state'), account_id: page })

    expect([last.status, last.location]).toEqual([303, '/'])
    expect((await accountIds()).map((id) => id.split(':')[0])).toEqual([
      'bluesky',
      'facebook',
      'mastodon',
      'x',
    ])
  })

  it('refuses a post with every problem at its field, keeps the form, and publishes nothing', async () => {
    const account = await accountIds()
    const { status, text } = await visit('/posts', { key: 'one', account, text: 'a'.repeat(501) })

    expect(status).toBe(422)
    expect(text).toMatch(/data-field="text">The text is too long for Bluesky: 501 of 300 characters/)
    expect(text).toMatch(/data-field="text">The text is too long for Mastodon: 501 of 500 characters/)
    expect(text).toContain('a'.repeat(501))
    expect(text.match(/ checked/g)).toHaveLength(4)
    expect((await visit('/posts', { text: 'Hello' })).text).toContain(
      'data-field="account">Choose an account.',
    )
    expect(await home()).not.toContain('data-state')
  })

  it('publishes a post once everywhere, shows the answers, and answers them', async () => {
    const account = await accountIds()
    const post = { key: 'two', account, text: 'Fresh bread', 'mastodon.visibility': 'unlisted' }
    for (let presses = 0; presses < 2; presses += 1) expect((await visit('/posts', post)).status).toBe(303)

    await expect.poll(async () => (await home()).match(/data-state="DONE"/g)?.length, POLL).toBe(4)
    const [posted] = app.emulator.control.mastodon.state().statuses
    expect(posted).toMatchObject({ text: 'Fresh bread', visibility: 'unlisted' })
    await expect.poll(async () => (await home()).match(/data-open="true"/g)?.length, POLL).toBe(4)
    const inbox = (await home()).split('data-open="true"').slice(1)
    for (const [at, conversation] of inbox.entries()) {
      expect(conversation).toContain('How did you make it?')
      const [connection, update] = [hidden(conversation, 'connection'), hidden(conversation, 'update')]
      expect((await visit('/answers', { connection, update, text: `Sourdough ${at}` })).status).toBe(303)
    }
    const after = await home()
    expect(after).not.toContain('data-open="true"')
    for (const at of inbox.keys()) expect(after).toContain(`Sourdough ${at}`)
  })

  it('keeps a scheduled post until its time', async () => {
    const [account = ''] = await accountIds()
    await visit('/posts', { key: 'three', account, text: 'Later', minutes: '60' })
    expect(await home()).toMatch(/data-state="WAITING">Later/)
  })

  it('shows the last refusal of an account as its health', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    app.emulator.control.mastodon.revokeTokens({ person: 'ada' })
    await expect.poll(home, POLL).toMatch(/data-id="mastodon:[^"]+" data-health="SIGN_IN_AGAIN"/)
    expect(await home()).toMatch(/SIGN_IN_AGAIN <span class="problem">[^<]*Mastodon/)
    vi.restoreAllMocks()
  })
})
