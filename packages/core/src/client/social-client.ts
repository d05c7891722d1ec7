import { describeValue, refuseUnknownNames } from '../checks/index.js'
import type {
  Clock,
  Feature,
  LoginMemory,
  LoginStep,
  Markers,
  Platform,
  PushHeaders,
  Random,
  SeenUpdates,
  Storage,
  WebhookSecret,
} from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { AppCredentials, Connection, Update } from '../models/index.js'
import { platformOf } from '../models/index.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { SpendingState } from '../spending/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { type Health, healthOf } from '../tokens/health.js'
import {
  readRenewDueOptions,
  type RenewalOutcome,
  renewDue,
  type RenewDueOptions,
} from '../tokens/renew-due.js'
import { AccountRunner } from './account/account-runner.js'
import type { AccountFor, AccountOf } from './account/account-types.js'
import { accountHandle } from './account/account.js'
import { assertConnectionId, assertFunction, assertPushed, readCallOptions } from './arguments.js'
import type { RoutesClient } from './routes-client.js'
import { type AssembledParts, assemble } from './setup/assemble.js'
import { unknownPlatform } from './setup/unknown-platform.js'
import { assertRecord } from './sign-in/login-arguments.js'
import { revokeToken } from './sign-in/revoke-token.js'
import { SignIn } from './sign-in/sign-in.js'
import type {
  CallOptions,
  ChooseOptions,
  CreateAppOptions,
  FinishLoginOptions,
  SocialClientOptions,
  StartLoginOptions,
} from './types.js'
import { answerSetupCheck, checkSignature, readUpdates } from './webhooks.js'

/**
 * Talks to social networks for one application. Keep one per process: the renewal locks, sockets and rate limits live on it.
 *
 * @example
 * const social = new SocialClient({ storage, platforms: { mastodon: mastodon() } })
 * await social.account('mastodon:social.example:42').post({ text: 'Good morning' })
 */
export class SocialClient<
  const Ps extends Record<string, Platform> = Record<string, Platform>,
> implements RoutesClient {
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  readonly loginMemory: LoginMemory
  readonly seenUpdates: SeenUpdates
  readonly markers: Markers
  readonly #platforms: Readonly<Record<string, Platform>>
  readonly #parts: AssembledParts
  readonly #signIn: SignIn

  /** @throws ConfigError when a part is missing, a platform stands under a name that is not its own, or a setting is out of range. */
  constructor(options: SocialClientOptions<Ps>) {
    this.#parts = assemble(options, (name) => this.platformFor(name))
    this.#platforms = this.#parts.platforms
    this.#signIn = new SignIn(this.#parts)
    this.clock = this.#parts.clock
    this.random = this.#parts.callParts.random
    this.storage = options.storage
    this.loginMemory = this.#parts.loginMemory
    this.seenUpdates = this.#parts.seenUpdates
    this.markers = this.#parts.markers
  }

  /** Registered names of the client's platforms. */
  get platformNames(): readonly string[] {
    return Object.keys(this.#platforms)
  }

  /** True when the client has a platform of that name. */
  hasPlatform(name: string): boolean {
    return typeof name === 'string' && Object.hasOwn(this.#platforms, name)
  }

  /** @throws ConfigError for a name it does not know, saying which package to install. */
  platformFor(name: string): Platform {
    if (typeof name !== 'string') throw wrongArgument('The name of a network', 'text', name)
    const platform = Object.hasOwn(this.#platforms, name) ? this.#platforms[name] : undefined
    if (platform === undefined) throw unknownPlatform(name, this.platformNames)
    return platform
  }

  /**
   * A handle for one account. Reads nothing; a handle for an id that does not exist yet is fine.
   *
   * @param connectionId - A literal id types the account by its network; any other id gets every operation.
   */
  account<const Id extends string>(connectionId: Id): AccountFor<Ps, Id> {
    // The handle has every operation; the type only leaves out what the network would refuse.
    return accountHandle(this.#runner(connectionId)) as unknown as AccountFor<Ps, Id>
  }

  /** The same for ids from a database, typed by the platform. @throws ConfigError when the id is another platform's. */
  accountOf<N extends keyof Ps & string>(platform: N, connectionId: string): AccountOf<Ps, N> {
    const runner = this.#runner(connectionId)
    if (platformOf(connectionId) !== platform)
      throw new ConfigError(
        `"${connectionId}" is no connection of ${describeValue(platform)}. Use client.account for ids of any network.`,
      )
    return accountHandle(runner) as unknown as AccountOf<Ps, N> // as above
  }

  /** What a network can do. Needs no connection. */
  features(name: string): ReadonlySet<Feature> {
    // A copy: the platform's own set decides what every account of it may do.
    return new Set(this.platformFor(name).features)
  }

  /**
   * Starts a sign-in.
   *
   * @returns Where to send the person, or the form to show.
   * @throws ConfigError when no app is stored for the network; the message names `Storage.saveApp`.
   */
  async startLogin(name: string, options: StartLoginOptions): Promise<LoginStep> {
    return this.#signIn.start(name, options)
  }

  /**
   * Goes on when the person came back. A finished connection is saved before it is returned.
   *
   * @throws AuthError when the person refused, the state is not the one sent, or another account signed in.
   */
  async finishLogin(name: string, options: FinishLoginOptions): Promise<LoginStep> {
    return this.#signIn.finish(name, options)
  }

  /**
   * Goes on when an account was picked. A finished connection is saved before it is returned.
   *
   * @throws NotSupportedError where the network never asks.
   * @throws AuthError when the sign-in ran out, or another account than `expectConnectionId` was picked.
   */
  async choose(name: string, options: ChooseOptions): Promise<LoginStep> {
    return this.#signIn.choose(name, options)
  }

  /**
   * Registers an app and saves it. May be called at every start: an app that was registered with the same name, address
   * and scopes comes back as it is, unless `again` asks for a new one.
   *
   * @throws NotSupportedError where apps are made by hand, naming the developer portal.
   */
  async createApp(name: string, options: CreateAppOptions): Promise<AppCredentials> {
    return this.#signIn.createApp(name, options)
  }

  /** True when an app is stored for that network and server, or the network needs none. */
  async hasApp(name: string, host: string | null): Promise<boolean> {
    return this.#signIn.hasApp(name, host)
  }

  /**
   * Revokes the token where the network can, then deletes the connection. Quiet for an id that is not there, and for a
   * token that is revoked already.
   *
   * @throws NetworkError, PlatformError when the network could not be asked; the connection is still there then.
   */
  async disconnect(connectionId: string, given?: CallOptions): Promise<void> {
    const runner = this.#runner(connectionId)
    const options = readCallOptions(given, 'disconnect')
    options.signal?.throwIfAborted()
    const stored = await this.#stored(connectionId, options.signal)
    if (stored !== null) await revokeToken(runner, options)
    await this.#parts.keeper.remove(connectionId, options.signal && { signal: options.signal })
  }

  /**
   * Refreshes the tokens that run out soon: for accounts that are seldom used. The application lists the ids.
   *
   * @returns One outcome for each id, as it is known; nothing is asked before the first is read.
   * @example
   * for await (const { connectionId, outcome } of social.renewDue(ids, { withinSeconds: 86_400 }))
   *   if (outcome === 'SIGN_IN_AGAIN') await tellOwner(connectionId)
   */
  renewDue(
    connectionIds: Iterable<string> | AsyncIterable<string>,
    options: RenewDueOptions = {},
  ): AsyncIterable<RenewalOutcome> {
    return renewDue(this.#parts.keeper, connectionIds, readRenewDueOptions(connectionIds, options))
  }

  /** Health of a connection: whether its token works, and what to do if not. No request. */
  async health(connectionId: string): Promise<Health> {
    assertConnectionId(connectionId)
    const connection = await this.#stored(connectionId)
    const rule = connection && this.platformFor(connection.platform).renewal(connection)
    return healthOf(connection, rule, this.clock.now())
  }

  /**
   * Where the limits of `spending` stand: what is spent, by every process that shares the counter. Empty without limits.
   * No request.
   */
  async spending(): Promise<readonly SpendingState[]> {
    return (await this.#parts.spending?.states()) ?? []
  }

  /** Told of each renewal, after it was saved. One that throws or rejects is a warning. @returns What stops it. */
  onTokenRenewed(listener: (connection: Connection) => unknown): () => void {
    assertFunction(listener, 'onTokenRenewed takes a function of the new connection.')
    return this.#parts.keeper.onTokenRenewed(listener)
  }

  /**
   * Answers the check by which a network makes sure of a webhook address, once, when it is set up.
   *
   * @param name - Registered name of the network.
   * @param params - The query of the request.
   * @param options - `verifyToken`: what was typed into the network's developer portal.
   * @returns The challenge, to be sent back as the body.
   * @throws SignatureError for a wrong verify token.
   * @throws NotSupportedError where the network has no such check.
   */
  answerSetupCheck(
    name: string,
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string {
    return answerSetupCheck(this.platformFor(name), params, options)
  }

  /**
   * Verifies the signature of a webhook request, over its exact bytes and offline.
   *
   * @param name - Registered name of the network.
   * @param body - The body as it came, before anything parsed it.
   * @param headers - Header names in lower case.
   * @param options - `secret`: the webhook's secret, or several that are tried in turn.
   * @throws SignatureError when no secret fits.
   * @throws NotSupportedError where the network sends no webhooks.
   */
  async checkSignature(
    name: string,
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret },
  ): Promise<void> {
    assertPushed(body, headers)
    assertRecord(options, 'checkSignature: options', '{ secret }')
    refuseUnknownNames(options, ['secret'], 'checkSignature')
    const { secret } = options
    const pending = checkSignature(this.platformFor(name), body, headers, { secret, clock: this.clock })
    if (pending) await pending
  }

  /**
   * Reads a webhook message whose signature was verified: one update per change.
   *
   * @throws NotSupportedError where the network sends no webhooks.
   */
  readUpdates(name: string, body: Uint8Array, headers: PushHeaders = {}): readonly Update[] {
    assertPushed(body, headers)
    return readUpdates(this.platformFor(name), body, { headers, now: this.clock.now() })
  }

  #runner(connectionId: string): AccountRunner {
    assertConnectionId(connectionId)
    return new AccountRunner(this.#parts, connectionId)
  }

  #stored(connectionId: string, signal?: AbortSignal): Promise<Connection | null> {
    const { clock, storage } = this.#parts
    return answerWithin(storage.getConnection(connectionId), { clock, what: 'storage.getConnection', signal })
  }

  /** Closes the sockets the client opened. */
  async close(): Promise<void> {
    await this.#parts.engine.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
