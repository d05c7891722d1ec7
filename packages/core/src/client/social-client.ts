import { describeOptions, describeValue, type OptionDescription } from '../checks/index.js'
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
import { type AppCredentials, type Connection, platformOf, type Update } from '../models/index.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { SpendingState } from '../spending/index.js'
import type { HealthChange } from '../tokens/health-memory.js'
import type { Health } from '../tokens/health.js'
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
import { disconnectAccount, openKeeper, readHealth } from './connections.js'
import { checkPosts, type PostCheck, type PostToCheck } from './posting/check-posts.js'
import type { RoutesClient } from './routes-client.js'
import { type AssembledParts, assemble } from './setup/assemble.js'
import { unknownPlatform } from './setup/unknown-platform.js'
import { SignIn } from './sign-in/sign-in.js'
import type {
  CallOptions,
  ChooseOptions,
  CreateAppOptions,
  FinishLoginOptions,
  PlatformName,
  SocialClientOptions,
  StartLoginOptions,
} from './types.js'
import { answerSetupCheck, checkSignature, readUpdates } from './webhooks.js'

/**
 * Client of one application for its social networks. Create one instance per process: it holds the sockets, the rate
 * limits and the locks of token renewals.
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

  /** @throws ConfigError if an object lacks a method, a platform has another name, or a setting is out of range. */
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

  /** Returns true if the client has a platform with that name. */
  hasPlatform(name: string): boolean {
    return typeof name === 'string' && Object.hasOwn(this.#platforms, name)
  }

  /** @throws ConfigError for an unknown name. The message names the package to install. */
  platformFor(name: string): Platform {
    if (typeof name !== 'string') throw wrongArgument('The name of a network', 'text', name)
    const platform = Object.hasOwn(this.#platforms, name) ? this.#platforms[name] : undefined
    if (platform === undefined) throw unknownPlatform(name, this.platformNames)
    return platform
  }

  /**
   * Returns the handle of one account. Sends no request, and the connection need not exist yet.
   *
   * @param connectionId - A literal id selects the account type of its network. Any other id gives an account with
   * every operation.
   */
  account<const Id extends string>(connectionId: Id): AccountFor<Ps, Id> {
    // safe cast: the handle has every operation; the type only hides those that the network does not support
    return accountHandle(this.#runner(connectionId)) as unknown as AccountFor<Ps, Id>
  }

  /** Like `account`, for ids from a database: the platform's name selects the type. @throws ConfigError for an id of another platform. */
  accountOf<N extends keyof Ps & string>(platform: N, connectionId: string): AccountOf<Ps, N> {
    const runner = this.#runner(connectionId)
    if (platformOf(connectionId) !== platform)
      throw new ConfigError(
        `"${connectionId}" is not a connection of ${describeValue(platform)}. Use client.account for ids of any network.`,
      )
    return accountHandle(runner) as unknown as AccountOf<Ps, N> // safe cast: the handle has every operation
  }

  /** Checks posts for several accounts concurrently, like `account.checkPost`. @returns One result per entry, in order. */
  async checkPosts(entries: readonly PostToCheck[], options?: CallOptions): Promise<readonly PostCheck[]> {
    return checkPosts((id) => this.#runner(id), entries, options)
  }

  /** Returns the features of a network. No connection is needed. */
  features(name: PlatformName<Ps>): ReadonlySet<Feature> {
    // Returns a copy, because callers could change the platform's own set, which all accounts share.
    return new Set(this.platformFor(name).features)
  }

  /** Describes the post options of a network for a form: labels, help, accepted values. No connection is needed. */
  optionsOf(name: PlatformName<Ps>): readonly OptionDescription[] {
    const schema = this.platformFor(name).postOptions
    return schema === undefined ? [] : describeOptions(schema)
  }

  /**
   * Starts a sign-in.
   *
   * @returns The URL to send the person to, or the form to show.
   * @throws ConfigError if no app is stored for the network. The message names `Storage.saveApp`.
   */
  async startLogin(name: PlatformName<Ps>, options: StartLoginOptions): Promise<LoginStep> {
    return this.#signIn.start(name, options)
  }

  /**
   * Continues a sign-in after the person has returned. A finished connection is saved before it is returned.
   *
   * @throws AuthError if the person refused, the state does not match, or another account signed in.
   */
  async finishLogin(name: PlatformName<Ps>, options: FinishLoginOptions): Promise<LoginStep> {
    return this.#signIn.finish(name, options)
  }

  /**
   * Continues a sign-in after the person has chosen an account. A finished connection is saved before it is returned.
   *
   * @throws NotSupportedError for a network without a choice of accounts.
   * @throws AuthError if the sign-in has expired, or the chosen account is not `expectConnectionId`.
   */
  async choose(name: PlatformName<Ps>, options: ChooseOptions): Promise<LoginStep> {
    return this.#signIn.choose(name, options)
  }

  /**
   * Registers an app on the network and saves it. You can call this at every start: if an app with the same name,
   * redirect URI and scopes is stored, that app is returned. `again` forces a new registration.
   *
   * @throws NotSupportedError for a network whose apps are created by hand. The message names the developer portal.
   */
  async createApp(name: PlatformName<Ps>, options: CreateAppOptions): Promise<AppCredentials> {
    return this.#signIn.createApp(name, options)
  }

  /** Returns true if an app is stored for the network and server, or if the network needs no app. */
  async hasApp(name: PlatformName<Ps>, host: string | null): Promise<boolean> {
    return this.#signIn.hasApp(name, host)
  }

  /**
   * Revokes the token if the network supports revocation, then deletes the connection. An unknown id and a token
   * that is already revoked are not errors.
   * @throws NetworkError, PlatformError if the token could not be revoked. The connection is then still stored.
   */
  async disconnect(connectionId: string, given?: CallOptions): Promise<void> {
    const runner = this.#runner(connectionId)
    const options = readCallOptions(given, 'disconnect')
    await disconnectAccount(this.#parts, runner, options)
  }

  /**
   * Refreshes tokens that expire soon, for accounts that are seldom used. The application passes the ids.
   *
   * @returns One outcome per id, as soon as the outcome is known. Sends no request before the first outcome is read.
   * @example
   * for await (const { connectionId, outcome } of social.renewDue(ids, { withinSeconds: 86_400 }))
   *   if (outcome === 'SIGN_IN_AGAIN') await tellOwner(connectionId)
   */
  renewDue(
    connectionIds: Iterable<string> | AsyncIterable<string>,
    options: RenewDueOptions = {},
  ): AsyncIterable<RenewalOutcome> {
    return renewDue(openKeeper(this.#parts), connectionIds, readRenewDueOptions(connectionIds, options))
  }

  /** Returns the connection's health from what was last learnt, and the required action. Sends no request. */
  async health(connectionId: string): Promise<Health> {
    assertConnectionId(connectionId)
    return readHealth(this.#parts, connectionId)
  }

  /** Returns the amount spent against each limit of `spending`, by all processes that share the counter. Empty without limits. */
  async spending(): Promise<readonly SpendingState[]> {
    this.#parts.engine.assertOpen()
    return (await this.#parts.spending?.states()) ?? []
  }

  /** Calls the listener after each renewal, when the new token is saved. Its errors become warnings. @returns A function that removes the listener. */
  onTokenRenewed(listener: (connection: Connection) => unknown): () => void {
    assertFunction(listener, 'onTokenRenewed takes a function of the new connection.')
    return this.#parts.keeper.onTokenRenewed(listener)
  }

  /** Calls the listener after each change of a connection's health. Its errors become warnings. @returns A function that removes the listener. */
  onHealthChanged(listener: (change: HealthChange) => unknown): () => void {
    assertFunction(listener, 'onHealthChanged takes a function of the change.')
    return this.#parts.health.onChanged(listener)
  }

  /**
   * Answers the verification request that a network sends once, when a webhook is set up.
   *
   * @param options - `verifyToken`: the value entered in the network's developer portal.
   * @returns The challenge, to be sent as the body of the response.
   * @throws SignatureError for a wrong verify token. NotSupportedError for a network without a setup check.
   */
  answerSetupCheck(
    name: string,
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string {
    return answerSetupCheck(this.platformFor(name), params, options)
  }

  /**
   * Verifies the signature of a webhook request. The signature covers the exact bytes of the body. Sends no request.
   *
   * @param body - The exact bytes of the body, before any parsing.
   * @param headers - Header names in lower case.
   * @param options - `secret`: the webhook's secret, or a list of secrets to try in order.
   * @throws SignatureError if no secret matches. NotSupportedError for a network without webhooks.
   */
  async checkSignature(
    name: string,
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret },
  ): Promise<void> {
    assertPushed(body, headers)
    await checkSignature(this.platformFor(name), body, headers, options, this.clock)
  }

  /** Reads a verified webhook message: one update per change. @throws NotSupportedError for a network without webhooks. */
  readUpdates(name: string, body: Uint8Array, headers: PushHeaders = {}): readonly Update[] {
    assertPushed(body, headers)
    return readUpdates(this.platformFor(name), body, { headers, now: this.clock.now() })
  }

  #runner(connectionId: string): AccountRunner {
    assertConnectionId(connectionId)
    return new AccountRunner(this.#parts, connectionId)
  }

  /**
   * Closes the sockets that the client has opened. Every later operation rejects with a `ClosedError`, and pollers of
   * its accounts end with this error. Methods that only check or read a webhook message still work.
   */
  async close(): Promise<void> {
    await this.#parts.engine.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
