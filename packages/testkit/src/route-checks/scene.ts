import { SocialClient } from '@social/core'
import { ConfigError, NetworkError, type Platform, RateLimitError, type Update } from '@social/core/platform'
import type { RoutesClient, RoutesOptions } from '@social/core/routes'

import { anApp } from '../builders/account.js'
import { fakePlatform } from '../fake-platform/factory.js'
import { FakePlatform } from '../fake-platform/fake-platform.js'
import { RecordingStorage } from '../storage/recording-storage.js'
import { Visitor } from './visitor.js'

/** Argument of a mount function: the client, and the options of the routes. */
export interface RouteCheckSetup {
  readonly client: RoutesClient
  /** Options of the routes, without `prefix`. Each framework sets the prefix in its own way. */
  readonly options: Omit<RoutesOptions, 'prefix'>
  /** Path under which the routes are mounted, such as `/a/b`. */
  readonly prefix: string
}

/** A running application with mounted routes. */
export interface MountedRoutes {
  /** Origin of the application, such as `http://127.0.0.1:3000`. */
  readonly origin: string
  close(): Promise<void>
}

/** Mounts the routes in an application, and starts the application on a loopback address. */
export type MountRoutes = (setup: RouteCheckSetup) => Promise<MountedRoutes>

/** Path under which the checks mount the routes. */
const PREFIX = '/a/b'
/** Public URL of the routes. The checks never send a request to this URL. */
export const BASE_URL = `https://app.example${PREFIX}`
/** Secrets that a response must never contain. */
export const SECRETS = ['fake-resume', 'fake-verifier', 'fake-access', 'fake-secret', 'fake-refresh']

/** Application, client and fake networks of one check. */
export class Scene {
  readonly fake: FakePlatform
  readonly storage: RecordingStorage
  readonly client: SocialClient
  /** Updates that the routes passed to `deliver`, in order. */
  readonly delivered: Update[] = []
  /** Called for each delivered update. Default: does nothing. */
  onDeliver: (update: Update) => void | Promise<void> = () => {}
  #mounted: MountedRoutes | null = null

  constructor() {
    this.fake = fakePlatform({}, extraRoutes())
    const platforms: Record<string, Platform> = {
      fake: this.fake,
      pages: new FakePlatform({ name: 'pages', accounts: [{ id: '7', name: 'Page', kind: 'page' }] }),
      form: new FakePlatform({
        name: 'form',
        askFor: [{ name: 'handle' }, { name: 'app_password', secret: true }],
      }),
      quiet: new FakePlatform({ name: 'quiet', features: ['POST_TEXT'] }),
      down: new FakePlatform({ name: 'down', loginFailsWith: new NetworkError('down cannot be reached.') }),
      busy: new FakePlatform({
        name: 'busy',
        loginFailsWith: new RateLimitError('Slow down.', { platform: 'busy', retryAfter: 1.2 }),
      }),
      // A network without app credentials in the storage. Simulates a configuration mistake of the
      // application.
      unset: new FakePlatform({ name: 'unset', features: ['POST_TEXT'] }),
    }
    const withApp = Object.keys(platforms).filter((name) => name !== 'unset')
    this.storage = new RecordingStorage({ apps: withApp.map((platform) => anApp({ platform })) })
    this.client = new SocialClient({ storage: this.storage, platforms })
  }

  /** Starts the application with the mounted routes. */
  async open(mount: MountRoutes, options: Partial<Omit<RoutesOptions, 'prefix'>>): Promise<void> {
    this.#mounted = await mount({
      client: this.client,
      prefix: PREFIX,
      options: {
        redirectUri: `${BASE_URL}/callback/{platform}`,
        secrets: { fake: 'fake-secret' },
        setupTokens: { fake: 'fake-token' },
        scopes: { fake: ['read', 'write'] },
        deliver: async (update) => {
          await this.onDeliver(update)
          this.delivered.push(update)
        },
        ...options,
      },
    })
  }

  async close(): Promise<void> {
    await this.#mounted?.close()
    await this.client.close()
  }

  /** Creates a visitor whose browser has no cookies. */
  visitor(prefix = PREFIX): Visitor {
    if (!this.#mounted) throw new ConfigError('The routes are not mounted.')
    return new Visitor(this.#mounted.origin, prefix)
  }

  /** Returns the headers that sign a webhook body of the fake network. */
  sign(body: string): Readonly<Record<string, string>> {
    return { ...this.fake.signPush(body), 'content-type': 'application/json' }
  }
}

/**
 * Builds a webhook body of the fake network. Its JSON formatting differs from `JSON.stringify`, so
 * that a re-serialized body fails the signature check.
 */
export function pushedBody(...ids: readonly string[]): string {
  const changes = ids.map(
    (id) =>
      `{"at" :\t"2026-03-01T12:00:00Z","kind":"COMMENT_CREATED", "id":"${id}","connection_id":"fake:42","\\u00fc":"ü"}`,
  )
  return `[${changes.join(' ,\n')}]\n`
}

function extraRoutes() {
  return {
    extraRoutes: [
      { method: 'GET', path: 'client.json' },
      { method: 'POST', path: 'gone' },
    ],
    handleExtraRoute: ({ method, baseUrl, body }: { method: string; baseUrl: string; body: Uint8Array }) => ({
      status: method === 'GET' ? 200 : 202,
      contentType: 'application/json',
      body: JSON.stringify({ baseUrl, got: Buffer.from(body).toString() }),
    }),
  } as const
}
