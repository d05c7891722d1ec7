import { createHmac } from 'node:crypto'

import type { Update } from '../../models/index.js'
import type { RoutesOptions } from '../options.js'
import { Routes } from '../routes.js'
import { aRequest } from './browser.js'
import { FakeRoutesClient } from './fake-routes-client.js'

/** A message with three updates. Parsing and serializing it again would change its bytes, and so its signature. */
export const three =
  '{ "updates": [{"id":"1","account":"42"},{"id":"2","account":"42"},\n {"id":"\\u00fc","account":"42"}] }'

/** Makes routes for webhooks, and records the delivered updates. */
export function webhooks(options: Partial<RoutesOptions> = {}) {
  const client = new FakeRoutesClient()
  const delivered: Update[] = []
  const routes = new Routes(client, {
    redirectUri: 'https://app.example/social/callback/{platform}',
    secrets: { fake: 'right' },
    setupTokens: { fake: 'token' },
    deliver: (update) => void delivered.push(update),
    ...options,
  })
  const push = (body: string, headers: Record<string, string> = signed(body), target = '/webhooks/fake') =>
    routes.answer(aRequest('POST', target, { headers, body }))
  return { client, routes, delivered, push }
}

/** Returns the header that signs a body. */
export function signed(body: string, secret = 'right'): Record<string, string> {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

