import { bluesky } from '@social/bluesky'
import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { facebook } from '@social/facebook'
import { socialRoutes } from '@social/fastify'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'

import { freePort } from '../check/free-port.js'
import { executablePath, Journey, PATIENCE_MS, violationsInBoth } from './browser.js'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Starts an application that has only the routes and their pages, and a browser on it. */
async function anApplication() {
  const emulator = await startEmulator({ networks: ['facebook', 'bluesky'] })
  closing.push(() => emulator.close())
  const control = emulator.control.facebook
  const { appId, appSecret } = control.app()
  const app = new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { facebook: facebook({ addresses: emulator.addresses('facebook') }), bluesky: bluesky() },
    allowLoopback: true,
  })
  closing.push(() => client.close())
  const url = `http://localhost:${await freePort()}`
  const server = fastify()
  const redirectUri = `${url}/social/callback/{platform}`
  await server.register(socialRoutes, { client, redirectUri, prefix: '/social' })
  await server.listen({ port: Number(new URL(url).port), host: '127.0.0.1' })
  closing.push(() => server.close())
  const journey = await Journey.on({ url, restart: () => Promise.resolve(), remove: () => Promise.resolve() })
  closing.push(() => journey.close())
  return { url, control, journey }
}

describe.skipIf(executablePath === null)('the sign-in pages in a browser', () => {
  it(
    'let a person choose an account with the keyboard, without scripts, and obey their own policy',
    async () => {
      const { url, control, journey } = await anApplication()
      const page = await journey.open('/social/connect/bluesky', { locale: 'de-DE', javaScriptEnabled: true })
      const problems: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
      page.on('pageerror', (error) => void problems.push(String(error)))
      await page.goto(`${url}/social/connect/bluesky`)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Bluesky verbinden')
      expect(await page.locator('input[type=password]').count()).toBe(1)
      expect(await violationsInBoth(page)).toEqual([])

      // The request has the cookies of the browser. The emulator approves it without its own page.
      const asked = await page.request.get(`${url}/social/connect/facebook`, { maxRedirects: 0 })
      const { location } = control.approve({ url: asked.headers()['location'] ?? '', person: 'Ada' })
      await page.goto(location ?? '')
      expect(await page.getByRole('radio').count()).toBe(2)
      expect(await page.evaluate('document.documentElement.lang')).toBe('de')
      expect(await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('512px')
      expect(await violationsInBoth(page)).toEqual([])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await page.getByRole('status').waitFor()
      expect(await page.getByRole('status').textContent()).toContain('ist verbunden')

      await page.goto(`${url}/social/callback/facebook?state=nobody`)
      expect(await page.getByRole('alert').textContent()).toContain('hat zu lange gedauert')
      expect(await violationsInBoth(page)).toEqual([])
      // A response with status 400 is written to the console; a violation of the policy must not be.
      expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([])
    },
    PATIENCE_MS,
  )
})
