import { bluesky } from '@social/bluesky'
import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { facebook } from '@social/facebook'
import { expect, it } from 'vitest'

import { mountApplication, networksPerTest, REAL_CLOCK } from './mounted-application.js'
import { MOUNT_NAMES } from './mounts.js'

const at = networksPerTest(() => startEmulator({ networks: ['facebook'], clock: REAL_CLOCK }))
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de' }

/** Value of a hidden field, or of the first radio button. */
const valueOf = (page: string, name: string): string =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? ''

it.each(MOUNT_NAMES)('pages over %s: a form, a choice, a refusal, and JSON for programs', async (name) => {
  const control = at.emulator.control.facebook
  const { appId, appSecret } = control.app()
  const app = new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { facebook: facebook({ addresses: at.emulator.addresses('facebook') }), bluesky: bluesky() },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, { pages: { title: 'Shop' } })
  at.closeLater(application, client)
  const base = `${application.origin}/social`

  const form = await fetch(`${base}/connect/bluesky`, { headers: HTML })
  expect(form.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(form.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await form.text()).toMatch(/<h1>Bluesky verbinden<\/h1>.*action="\/social\/callback\/bluesky"/s)
  const asked = await fetch(`${base}/connect/facebook?state=mine`, { redirect: 'manual', headers: HTML })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const approved = control.approve({ url: asked.headers.get('location') ?? '', person: 'Ada' }).location
  const choice = await fetch(application.inside(approved ?? ''), { headers: { ...HTML, cookie } })
  const page = await choice.text()
  expect(page).toMatch(/<title>Konto auswählen – Shop<\/title>.*Ada&#39;s Cakes<\/bdi> \(Seite\)/s)
  const body = new URLSearchParams({ state: valueOf(page, 'state'), account_id: valueOf(page, 'account_id') })
  const end = await fetch(`${base}/choose/facebook`, { method: 'POST', headers: { ...HTML, cookie }, body })
  expect([end.status, await end.text()]).toEqual([200, expect.stringContaining('ist verbunden')])

  const refused = await fetch(`${base}/callback/facebook?state=nobody`, { headers: HTML })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('role="alert"')])
  const json = await fetch(`${base}/callback/facebook?state=nobody`)
  expect([json.status, await json.json()]).toEqual([400, { error: expect.stringContaining('unknown') }])
})
