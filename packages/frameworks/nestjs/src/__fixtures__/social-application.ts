import { Module, type ModuleMetadata } from '@nestjs/common'
import type { Update } from '@social/core'
import { anApp, FakePlatform, RecordingStorage } from '@social/testkit/application'

import { listen } from './nest-application.js'

const redirectUri = 'https://app.example/social/callback/{platform}'
export const PAYLOAD = '{"id":"1", "kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'

export function parts() {
  const fake = new FakePlatform()
  const storage = new RecordingStorage({ apps: [anApp({ platform: 'fake' })] })
  const delivered: Update[] = []
  const routes = {
    redirectUri,
    secrets: { fake: 'fake-secret' },
    deliver: (update: Update) => void delivered.push(update),
  }
  return { fake, storage, delivered, routes, platforms: { fake } }
}

const open: { close(): Promise<void> }[] = []
/** Closes everything that a test started. Tests call this function in `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const one of open.splice(0)) await one.close()
}

export async function start(app: Parameters<typeof listen>[0]): Promise<string> {
  const mounted = await listen(app)
  open.push(mounted)
  return mounted.origin
}

export function push(origin: string, fake: FakePlatform, prefix = '/social', type = 'application/json') {
  return fetch(`${origin}${prefix}/webhooks/fake`, {
    method: 'POST',
    headers: { ...fake.signPush(PAYLOAD), 'content-type': type },
    body: PAYLOAD,
  })
}

export const goTo = (address: string) => fetch(address, { redirect: 'manual' })

export function rootOf(metadata: ModuleMetadata): object {
  @Module(metadata)
  class App {}
  return App
}
