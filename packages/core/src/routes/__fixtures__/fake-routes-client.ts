import type { RoutesClient } from '../../client/routes-client.js'
import type { ChooseOptions, FinishLoginOptions, StartLoginOptions } from '../../client/types.js'
import type { LoginStep, Platform, PushHeaders, Random, WebhookSecret } from '../../contract/index.js'
import { ConfigError, NotSupportedError } from '../../errors/index.js'
import { ManualClock } from '../../events/__fixtures__/manual-clock.js'
import { InMemorySeenUpdates } from '../../events/handling/in-memory-seen.js'
import { systemRandom } from '../../http/time/clock.js'
import { Connection, makeUpdate, type Update } from '../../models/index.js'
import { answerHubChallenge, verifyHmacSha256 } from '../../webhook/index.js'
import { InMemoryLoginMemory } from '../../storage/in-memory-login-memory.js'

/** Makes a connection as a sign-in returns it. */
export function aConnection(platform = 'fake'): Connection {
  return new Connection({
    platform,
    accountId: '42',
    accountName: 'someone@fake.example',
    token: { accessToken: 'fake-access' },
  })
}

/** Secrets that the routes must never send to a browser. */
export const RESUME_TOKEN = 'fake-resume-token'
export const VERIFIER = 'fake-verifier'

type Step = (options: StartLoginOptions) => LoginStep | Promise<LoginStep>

const sendAway: Step = ({ state = '' }) => ({
  step: 'SEND_TO_NETWORK',
  url: `https://fake.example/sign-in?state=${state}`,
  state,
  remember: { verifier: VERIFIER },
})

/** A client whose responses the test defines. It records its calls. */
export class FakeRoutesClient implements RoutesClient {
  readonly clock = new ManualClock()
  readonly random: Random = systemRandom
  readonly loginMemory = new InMemoryLoginMemory({ clock: this.clock })
  readonly seenUpdates = new InMemorySeenUpdates({ clock: this.clock })
  readonly platforms: Record<string, Partial<Platform>> = {
    fake: {
      features: new Set(['PUSH_UPDATES']),
      loginHints: ['forceLogin', 'lang'],
      readUpdates: readAll,
      answerSetupCheck: answerHubChallenge,
    },
    other: { features: new Set() },
    json: { features: new Set(), setupCheckType: 'application/json', answerSetupCheck: () => '{"ok":true}' },
    servers: { features: new Set(['CREATE_APP']) },
    free: { features: new Set(['NEEDS_NO_APP']) },
  }
  /**
   * Networks that have an app, such as `fake`. With a server name for networks of many servers, such as `servers
   * one.example`.
   */
  readonly apps = new Set(['fake', 'other', 'servers one.example', 'free', 'free one.example'])
  onStart: Step = sendAway
  onFinish: Step = () => ({ step: 'FINISHED', connection: aConnection() })
  onChoose: Step = () => ({ step: 'FINISHED', connection: aConnection() })
  readonly started: StartLoginOptions[] = []
  readonly finished: FinishLoginOptions[] = []
  readonly chosen: ChooseOptions[] = []
  readonly checked: Uint8Array[] = []

  hasPlatform(name: string): boolean {
    return Object.hasOwn(this.platforms, name)
  }

  platformFor(name: string): Platform {
    if (!this.hasPlatform(name)) throw new ConfigError(`no platform ${name}`)
    return { name, ...this.platforms[name] } as Platform // safe cast: the routes use only the members that a test sets
  }

  hasApp(name: string, host: string | null): Promise<boolean> {
    return Promise.resolve(this.apps.has(host === null ? name : `${name} ${host}`))
  }

  async startLogin(name: string, options: StartLoginOptions): Promise<LoginStep> {
    if (!(await this.hasApp(name, options.host ?? null))) throw new ConfigError('no app: Storage.saveApp')
    this.started.push(options)
    return this.onStart(options)
  }

  async finishLogin(_name: string, options: FinishLoginOptions): Promise<LoginStep> {
    this.finished.push(options)
    return this.onFinish(options)
  }

  async choose(_name: string, options: ChooseOptions): Promise<LoginStep> {
    this.chosen.push(options)
    return this.onChoose(options)
  }

  answerSetupCheck(
    name: string,
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string {
    const answer = this.platformFor(name).answerSetupCheck
    if (!answer) throw new NotSupportedError({ platform: name, what: 'a setup check' })
    return answer(params, options)
  }

  async checkSignature(
    _name: string,
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret },
  ): Promise<void> {
    this.checked.push(body)
    verifyHmacSha256(body, headers, options)
  }

  readUpdates(name: string, body: Uint8Array, headers: PushHeaders = {}): readonly Update[] {
    return this.platformFor(name).readUpdates?.(body, headers, this.clock.now()) ?? []
  }
}

/** Reads updates from a message such as `{ "updates": [{ "id": "1", "account": "42" }] }`. */
function readAll(body: Uint8Array): readonly Update[] {
  const { updates } = JSON.parse(Buffer.from(body).toString()) as {
    updates: { id: string; account?: string }[]
  }
  return updates.map(({ id, account }) =>
    makeUpdate({
      id,
      kind: 'COMMENT_CREATED',
      platform: 'fake',
      connectionId: account === undefined ? '' : `fake:${account}`,
      timestamp: '2026-03-01T12:00:00Z',
      raw: { id },
      envelope: { page: '7' },
    }),
  )
}
