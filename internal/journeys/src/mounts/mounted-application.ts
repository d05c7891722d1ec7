import { Dispatcher, type SeenUpdates, type Update } from '@social/core'
import type { RouteCheckSetup } from '@social/testkit/routes'
import { afterEach, beforeEach, expect } from 'vitest'

import { type MountName, MOUNTS } from './mounts.js'

/** Path of the mounted routes. */
const PREFIX = '/social'
/** Public origin of the application. */
const OUTSIDE = 'https://tunnel.example'
export const REDIRECT_URI = `${OUTSIDE}${PREFIX}/callback/{platform}`

/** A clock for networks whose updates are pushed to a real server. */
export const REAL_CLOCK = { now: () => new Date() }

interface Closable {
  close(): Promise<void>
}

/** Starts emulated networks before each test, and closes them and everything that the test opened after it. */
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

/** An application with mounted routes, and the updates its handlers received. */
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
    /** URL of a page of the application for other people. */
    inside: (url: string) => url.replace(OUTSIDE, mounted.origin),

    /** Signs in through the routes, up to their response. `approve` clicks at the network. */
    async signIn(platform: string, approve: (url: string) => string | null) {
      const asked = await fetch(`${mounted.origin}${PREFIX}/connect/${platform}?state=mine`, {
        redirect: 'manual',
      })
      const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const { pathname, search } = new URL(approve(asked.headers.get('location') ?? '') ?? '')
      const answer = await fetch(mounted.origin + pathname + search, { headers: { cookie } })
      return { answer: (await answer.json()) as Readonly<Record<string, unknown>>, cookie } // response of the routes
    },

    /** Picks one of the offered accounts; returns the id of the connection. */
    async choose(platform: string, state: unknown, accountId: string, cookie: string): Promise<string> {
      const chosen = await fetch(`${mounted.origin}${PREFIX}/choose/${platform}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ state, account_id: accountId }),
      })
      return connectionOf(platform, (await chosen.json()) as Readonly<Record<string, unknown>>) // response of the routes
    },
  }
}

export type MountedApplication = Awaited<ReturnType<typeof mountApplication>>

/** The connection id in the response of a finished sign-in. */
export function connectionOf(platform: string, answer: Readonly<Record<string, unknown>>): string {
  expect(answer).toMatchObject({ step: 'connected', platform, state: 'mine' })
  return String(answer['connection_id'])
}
