import { Dispatcher, type SeenUpdates, type Update } from '@social/core'
import type { RouteCheckSetup } from '@social/testkit/routes'
import { afterEach, beforeEach, expect } from 'vitest'

import { type MountName, MOUNTS } from './mounts.js'

/** Path under which the routes are mounted. */
const PREFIX = '/social'
/** Public origin of the application. The tests replace it with the origin on loopback. */
const OUTSIDE = 'https://tunnel.example'
export const REDIRECT_URI = `${OUTSIDE}${PREFIX}/callback/{platform}`

/** Clock with the real time, for networks that push updates to a real server. */
export const REAL_CLOCK = { now: () => new Date() }

interface Closable {
  close(): Promise<void>
}

/**
 * Starts emulated networks before each test. After the test, closes the networks and everything
 * that the test opened.
 */
export function networksPerTest<T extends Closable>(start: () => Promise<T>) {
  let emulator: T | null = null
  const open: Closable[] = []
  beforeEach(async () => {
    emulator = await start()
  })
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
    await emulator?.close()
    emulator = null
  })
  return {
    get emulator(): T {
      if (emulator === null) throw new Error('The emulator runs only inside a test.')
      return emulator
    },
    closeLater: (...ones: readonly Closable[]): void => void open.push(...ones),
  }
}

/**
 * Starts an application with mounted routes. Returns the application and the updates that its
 * handlers received.
 */
export async function mountApplication(
  name: MountName,
  client: RouteCheckSetup['client'] & { readonly seenUpdates: SeenUpdates },
  options: Partial<RouteCheckSetup['options']>,
) {
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: client.seenUpdates })
  dispatcher.onAny((update) => void handled.push(update))
  const mounted = await MOUNTS[name]({
    client,
    prefix: PREFIX,
    options: { redirectUri: REDIRECT_URI, deliver: dispatcher.deliver, ...options },
  })
  return {
    handled,
    origin: mounted.origin,
    close: () => mounted.close(),
    webhookOf: (platform: string) => `${mounted.origin}${PREFIX}/webhooks/${platform}`,
    /**
     * Replaces the public origin of a URL with the origin on loopback, so that a test can open the
     * URL.
     */
    inside: (url: string) => url.replace(OUTSIDE, mounted.origin),

    /**
     * Signs in through the routes and returns their response. `approve` performs the approval at
     * the network and returns the redirect URL.
     */
    async signIn(platform: string, approve: (url: string) => string | null) {
      const asked = await fetch(`${mounted.origin}${PREFIX}/connect/${platform}?state=mine`, {
        redirect: 'manual',
      })
      const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const { pathname, search } = new URL(approve(asked.headers.get('location') ?? '') ?? '')
      const answer = await fetch(mounted.origin + pathname + search, { headers: { cookie } })
      return { answer: (await answer.json()) as Readonly<Record<string, unknown>>, cookie } // safe cast: the routes return a JSON object
    },

    /** Selects one of the offered accounts. Returns the id of the connection. */
    async choose(platform: string, state: unknown, accountId: string, cookie: string): Promise<string> {
      const chosen = await fetch(`${mounted.origin}${PREFIX}/choose/${platform}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ state, account_id: accountId }),
      })
      return connectionOf(platform, (await chosen.json()) as Readonly<Record<string, unknown>>) // safe cast: the routes return a JSON object
    },
  }
}

export type MountedApplication = Awaited<ReturnType<typeof mountApplication>>

/** Returns the connection id from the response of a completed sign-in. */
export function connectionOf(platform: string, answer: Readonly<Record<string, unknown>>): string {
  expect(answer).toMatchObject({ step: 'connected', platform, state: 'mine' })
  return String(answer['connection_id'])
}
