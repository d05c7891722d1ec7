import { SocialClient } from '@social/core'
import { ConfigError, NetworkError, type Platform, RateLimitError, type Update } from '@social/core/platform'
import type { RoutesClient, RoutesOptions } from '@social/core/routes'

import { anApp } from '../builders/account.js'
import { fakePlatform } from '../fake-platform/factory.js'
import { FakePlatform } from '../fake-platform/fake-platform.js'
import { RecordingStorage } from '../storage/recording-storage.js'
import { Visitor } from './visitor.js'

/** Argument of a mount: everything the routes need. */
export interface RouteCheckSetup {
  readonly client: RoutesClient
  /** Options of the routes. `prefix` is separate because every framework has its own way to set it. */
  readonly options: Omit<RoutesOptions, 'prefix'>
  /** Mount path: `/a/b`. */
  readonly prefix: string
}

/** A running application. */
export interface MountedRoutes {
  /** `http://127.0.0.1:3000` */
  readonly origin: string
  close(): Promise<void>
}

/** Mounts the routes in a bare application, which listens on loopback. */
export type MountRoutes = (setup: RouteCheckSetup) => Promise<MountedRoutes>

/** Prefix of all checks. */
const PREFIX = '/a/b'
/** Public URL of the routes. The checks never open it. */
export const BASE_URL = `https://app.example${PREFIX}`
/** Secrets that must never reach a browser. */
export const SECRETS = ['fake-resume', 'fake-verifier', 'fake-access', 'fake-secret', 'fake-refresh']

/** The routes of one check, behind real sockets. */
export class Scene {
  readonly fake: FakePlatform
  readonly storage: RecordingStorage
  readonly client: SocialClient
  /** Updates passed to `deliver`, in order. */
  readonly delivered: Update[] = []
  /** Handles each update. Default: does nothing. */
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
      // The storage has no app for this network, which is a mistake of the application.
      unset: new FakePlatform({ name: 'unset', features: ['POST_TEXT'] }),
    }
    const withApp = Object.keys(platforms).filter((name) => name !== 'unset')
    this.storage = new RecordingStorage({ apps: withApp.map((platform) => anApp({ platform })) })
    this.client = new SocialClient({ storage: this.storage, platforms })
  }

  /** Mounts the routes. */
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

  /** A visitor with an empty browser. */
  visitor(prefix = PREFIX): Visitor {
    if (!this.#mounted) throw new ConfigError('The routes are not mounted.')
    return new Visitor(this.#mounted.origin, prefix)
  }

  /** Headers with the signature of a body of the fake network. */
  sign(body: string): Readonly<Record<string, string>> {
    return { ...this.fake.signPush(body), 'content-type': 'application/json' }
  }
}

/** A body of the fake network, in a JSON form that no serializer would produce. */
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
