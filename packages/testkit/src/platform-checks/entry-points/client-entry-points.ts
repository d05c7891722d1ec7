import { InMemoryStorage, SocialClient } from '@social/core'
import type { AppCredentials, Connection, Platform } from '@social/core/platform'
import type { PublishJournal } from '@social/core/store'

import { anUpdate } from '../../builders/content.js'
import { FakeClock } from '../../time/fake-clock.js'
import { fakeRandom } from '../../time/fake-random.js'
import { askedPlatform } from '../asked-platform.js'
import type { CheckTransport } from '../fakes/check-transport.js'
import { callAs } from '../reading/listening.js'
import { callbackOf, walkingLogin } from '../sign-in/sign-in-walk.js'
import type { Subject } from '../subject.js'
import { ANSWERING, ARGUMENTS, entryPointsOf, isSigningIn } from './entry-points.js'

/** Settings of an `Application`. */
export interface ApplicationParts {
  readonly transport: CheckTransport
  readonly connection: Connection
  /** App credentials. Default: the credentials of the checked platform. */
  readonly app?: AppCredentials | null
  readonly clock?: FakeClock
  /** Seed of the random values. Default: 1. */
  readonly seed?: number
  /**
   * Publish journal. Default: a new journal. Several applications can share one journal, like
   * processes that share a database.
   */
  readonly journal?: PublishJournal
}

/** A client with one account, on a fake network that returns the given replies. */
export class Application {
  readonly subject: Subject
  readonly client: SocialClient
  readonly #connection: Connection

  constructor(subject: Subject, parts: ApplicationParts) {
    const { transport, connection, journal, app = subject.app(connection.host) } = parts
    const { clock = new FakeClock({ autoAdvance: true }), seed = 1 } = parts
    this.subject = subject
    this.#connection = connection
    const storage = new InMemoryStorage()
    void storage.saveConnection(connection)
    if (app) void storage.saveApp(app)
    const platform = askedPlatform(subject.platform)
    this.client = new SocialClient({
      storage,
      platforms: { [platform.name]: platform },
      transport,
      clock,
      random: fakeRandom(seed),
      ...(journal && { journal }),
    })
  }

  /** The client's account, with its operations such as `post`. */
  get account(): ReturnType<SocialClient['account']> {
    return this.client.account(this.#connection.id)
  }

  get #login() {
    const { redirectUri, host, scopes, hints } = walkingLogin(this.subject)
    return { redirectUri, host, scopes, hints }
  }

  /** Signs a user in, with all steps of the sign-in. */
  async signIn(): Promise<void> {
    const { name } = this.subject.platform
    const login = this.#login
    const start = await this.client.startLogin(name, login)
    if (start.step !== 'SEND_TO_NETWORK' && start.step !== 'ASK_FOR_DETAILS') return
    const { state, remember } = start
    const callback = { ...callbackOf(start, this.subject), state }
    const next = await this.client.finishLogin(name, { ...login, state, remember, callback })
    if (next.step !== 'CHOOSE_ACCOUNT') return
    const { resumeToken, options } = next
    const accountId = options[0]?.id ?? ''
    await this.client.choose(name, { ...login, resumeToken, accountId, remember })
  }

  async createApp(): Promise<void> {
    const { redirectUri, host } = this.#login
    const { name } = this.subject.platform
    await this.client.createApp(name, { name: 'Try', redirectUri, host, again: true })
  }

  /** Calls a method of the platform directly, with a call of the account. */
  async run(method: string): Promise<void> {
    const { [method]: work } = this.subject.members
    const own = ARGUMENTS[method]?.(this.subject, this.subject.ids) ?? []
    const platform: Platform = askedPlatform(this.subject.platform)
    if (typeof work !== 'function') return
    await this.account.run(async (call) => {
      const asked: unknown = Reflect.get(platform, method)
      if (typeof asked !== 'function') return
      const bound = (...given: readonly unknown[]): unknown => Reflect.apply(asked, platform, given)
      await callAs(method, bound, [...own, call])
    })
  }

  /** Runs an account operation that creates visible content, such as `reply`. */
  async answer(method: string, call: { readonly idempotencyKey?: string } = {}): Promise<unknown> {
    const { account } = this
    const { post, conversation, person } = this.subject.ids
    const { name: platform } = this.subject.platform
    switch (method) {
      case 'reply':
        return account.reply(post, 'Thank you', call)
      case 'editPost':
        return account.editPost(post, { text: 'Better text' }, call)
      case 'sendMessage':
        return account.sendMessage(conversation, 'Thank you', call)
      case 'startConversation':
        return account.startConversation([person], 'Good morning', call)
      case 'replyToUpdate': {
        const update = anUpdate({ platform, connectionId: this.#connection.id, postId: post, id: post })
        return account.replyToUpdate(update, 'Thank you', call)
      }
      default:
        throw new Error(`The checks do not know how an application calls ${method}().`)
    }
  }

  async post(call: { readonly idempotencyKey?: string } = {}): Promise<void> {
    const { text, media, options } = this.subject.post('Good morning')
    await this.account.post({ text, media, options } as never, call) // safe cast: `subject.post` has validated the options with the platform's schema
  }
}

/** A way in which an application calls the platform through the client. */
export interface ClientEntryPoint {
  readonly what: string
  /**
   * True if the call must start with an expired token, so that the client renews the token first.
   */
  readonly needsRenewal?: boolean
  readonly enter: (application: Application) => Promise<unknown>
}

/** Returns all ways in which an application calls the platform through a client. */
export function clientEntryPointsOf(subject: Subject): readonly ClientEntryPoint[] {
  const methods = entryPointsOf(subject).filter((method) => !isSigningIn(method))
  const entryPoints: ClientEntryPoint[] = [
    { what: 'signing in', enter: (application) => application.signIn() },
  ]
  if (subject.has('createApp'))
    entryPoints.push({ what: 'createApp()', enter: (application) => application.createApp() })
  for (const method of methods) {
    if (method === 'refresh' || method === 'revoke') continue
    const isAnswer = ANSWERING.includes(method)
    entryPoints.push({
      what: `${method}()`,
      enter: (application) => (isAnswer ? application.answer(method) : application.run(method)),
    })
  }
  if (subject.has('publish'))
    entryPoints.push({ what: 'publish()', enter: (application) => application.post() })
  const { id } = subject.connection()
  entryPoints.push(
    { what: 'refresh()', needsRenewal: true, enter: ({ account }) => account.connection() },
    { what: 'disconnect()', enter: ({ client }) => client.disconnect(id) },
    { what: 'health()', enter: ({ client }) => client.health(id) },
  )
  return entryPoints
}
