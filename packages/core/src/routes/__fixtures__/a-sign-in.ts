import type { RoutesOptions } from '../options.js'
import { Routes } from '../routes.js'
import { Browser } from './browser.js'
import { FakeRoutesClient, RESUME_TOKEN } from './fake-routes-client.js'

/** Makes routes with a fake client, the browser of a person, and the browser of an attacker. */
export function aSignIn(options: Partial<RoutesOptions> = {}) {
  const client = new FakeRoutesClient()
  const redirectUri = 'https://app.example/social/callback/{platform}'
  const routes = new Routes(client, { redirectUri, ...options })
  return { client, routes, browser: new Browser(routes), stranger: new Browser(routes) }
}

/** Makes the network let the person choose between several accounts. */
export function askWhich(client: FakeRoutesClient): void {
  client.onFinish = () => ({
    step: 'CHOOSE_ACCOUNT',
    options: [{ id: '7', name: 'Page', kind: 'page' }],
    resumeToken: RESUME_TOKEN,
  })
}
