import { ABILITY_METHODS } from '@social/core/internal'
import {
  type AccountProfile,
  answerHubChallenge,
  AppCredentials,
  type AppRequest,
  type Call,
  type CallbackParams,
  checkPost,
  type Connection,
  type Feature,
  type Limits,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePostFailure,
  makePostResult,
  makePostStats,
  NotFoundError,
  type Platform,
  type Post,
  type PostFailure,
  type PostResult,
  type PostStats,
  type PublishCall,
  type PushHeaders,
  type RawData,
  type Receipt,
  type Reconciled,
  type RenewalRule,
  type SocialBaseError,
  type ThreadPart,
  type Token,
  type Update,
  type UpdateAction,
  type UpdateFacts,
  verifyHmacSha256,
  type WebhookSecret,
  systemClock,
} from '@social/core/platform'
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'

import { isLeftOut } from './absent.js'
import { FakeComments } from './comments/fake-comments.js'
import { personOf } from './fake-inbox.js'
import { readPushed, readPushedOne, SIGNATURE_HEADER, signBody } from './pushed.js'
import { checkSeed } from './seeds.js'
import { type FakePlatformSettings, readSettings } from './settings.js'
import * as signIn from './sign-in.js'

/** Schema of a fake platform's post options. Accepts every option. */
const anyOptions = v.record(v.string(), v.unknown())
const sentReply = v.object({ id: v.union([v.string(), v.number()]) })

/**
 * An in-memory network that implements `Platform`. Tests add actions of other people with methods
 * such as `addPost`. Actions of the application are recorded in fields such as `published`.
 *
 * Methods that a setting disables are absent, as on a real network. Methods that a subclass adds
 * are never removed.
 */
export class FakePlatform<const N extends string = 'fake'> extends FakeComments implements Platform<N> {
  readonly name: N
  readonly displayName: string
  readonly developerPortal = null
  readonly features: ReadonlySet<Feature>
  /** Schema of the post options. By default every option is accepted. Absent if the settings disable posts. */
  declare readonly postOptions: GenericSchema

  /** @throws ConfigError for an unknown setting. */
  constructor(settings: FakePlatformSettings<N> = {}) {
    const full = readSettings(settings)
    super(full)
    this.name = full.name as N // safe cast: `name` is the setting of type N, or 'fake', the default of N
    this.displayName = `Fake ${full.name}`
    this.features = full.features
    if (!isLeftOut('publish', full)) Object.assign(this, { postOptions: full.postOptions ?? anyOptions })
    const mine = this as unknown as Record<string, unknown> // safe cast: the methods of this object are only read and deleted by name
    const all = FakePlatform.prototype as unknown as Record<string, unknown> // safe cast: the methods of the prototype are only read by name
    for (const method of Object.keys(ABILITY_METHODS))
      if (isLeftOut(method, full) && mine[method] === all[method]) mine[method] = undefined
  }

  /** Returns a connection as a sign-in creates it. Default: `{name}:42`. */
  connection(init: signIn.FakeConnectionInit = {}): Connection {
    checkSeed('connection', init)
    return signIn.makeConnection(this.settings, init, systemClock)
  }

  /** Returns the signature header of a webhook request: `x-fake-signature: sha256=…`. */
  signPush(body: string | Uint8Array, options: { readonly secret?: string | undefined } = {}): PushHeaders {
    checkSeed('signPush', options)
    return signBody(body, options.secret ?? this.settings.secret)
  }

  apiBase(_connection: Connection): string {
    return signIn.baseOf(this.settings)
  }

  origins(_connection: Connection): readonly string[] {
    return [signIn.baseOf(this.settings)]
  }

  authHeaders(connection: Connection): Record<string, string> {
    return { authorization: `Bearer ${connection.token.accessToken}` }
  }

  readError(): SocialBaseError | null {
    return null
  }

  renewal(_connection: Connection): RenewalRule {
    return { beforeSeconds: 60, needsRefreshToken: true, rotates: true }
  }

  /** Returns the actions that `addUpdate` or a pushed body gave an update. */
  updateActions({ id }: Pick<UpdateFacts, 'id'>): readonly UpdateAction[] {
    return this.updates.actionsOf(id)
  }

  async limits(_call: Call): Promise<Limits> {
    return this.settings.limits
  }

  async createApp(request: AppRequest, _call: LoginCall): Promise<AppCredentials> {
    this.createdApps.push(request)
    return new AppCredentials({
      platform: this.name,
      host: request.host,
      clientId: `fake-client-for-${request.name}`,
      clientSecret: 'fake-client-secret',
    })
  }

  async startLogin(login: LoginRequest, _call: LoginCall): Promise<LoginStep> {
    return signIn.startLogin(this.settings, login)
  }

  async finishLogin(
    login: LoginRequest & { readonly remember: RawData },
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    this.lastRemember = login.remember
    this.#failLogin()
    return signIn.finishLogin(this.settings, login, callback, call.clock)
  }

  async resumeLogin(
    _login: LoginRequest,
    choice: { readonly resumeToken: string; readonly accountId: string; readonly remember: RawData },
    call: LoginCall,
  ): Promise<LoginStep> {
    this.lastRemember = choice.remember
    this.resumed.push({ resumeToken: choice.resumeToken, accountId: choice.accountId })
    this.#failLogin()
    return signIn.resumeLogin(this.settings, choice, call.clock)
  }

  async refresh(call: Call): Promise<Token> {
    this.refreshed.push(call.connection.id)
    this.refreshedWith.push(await call.app())
    return signIn.makeToken(this.settings, 'fake-access-after-refresh', call.clock)
  }

  async revoke({ connection }: Call): Promise<void> {
    this.revoked.push(connection.id)
  }

  async readProfile({ connection }: Call): Promise<AccountProfile> {
    return { name: connection.accountName, avatarUrl: this.settings.avatarUrl }
  }

  /**
   * Checks and publishes a post. Throws `publishFailsWith` if set. Ids of posts are "1", "2" and
   * so on.
   */
  async publish(post: Post, call: PublishCall): Promise<PostResult> {
    const { connection, idempotencyKey } = call
    checkPost(post, { platform: this, limits: await this.limits(call) })
    if (this.settings.publishFailsWith) throw this.settings.publishFailsWith
    const postId = await this.#send(post, call)
    const { text, replyTo } = post
    this.posts.keep({ postId, text, author: personOf(connection), parentId: replyTo, isOurs: true })
    this.published.push({ connectionId: connection.id, post, postId, idempotencyKey })
    return makePostResult({
      id: postId,
      url: this.posts.urlOf(postId),
      state: post.publishAt ? 'SCHEDULED' : 'DONE',
      idempotencyKey,
    })
  }

  /** Checks one post of a thread with the same rules as `publish`. */
  async checkThreadPart(post: Post, _part: ThreadPart, call: Call): Promise<void> {
    checkPost(post, { platform: this, limits: await this.limits(call) })
  }

  /** Finds a published post by its idempotency key. */
  async reconcile(receipt: Receipt, _call: Call): Promise<Reconciled> {
    const { idempotencyKey } = receipt.data
    const found = this.published.find((one) => one.idempotencyKey === idempotencyKey)
    if (!found) return { state: 'NOT_PUBLISHED' }
    const { postId } = found
    return { state: 'FOUND', result: makePostResult({ id: postId, url: this.posts.urlOf(postId) }) }
  }

  async checkState(postId: string, { connection }: Call): Promise<PostResult> {
    const { states } = this.settings
    const state = states[Math.min(this.stateAsked.length, states.length - 1)] ?? 'DONE'
    this.stateAsked.push({ connectionId: connection.id, postId })
    return makePostResult({
      id: postId,
      url: this.posts.urlOf(postId),
      state,
      ...(state === 'FAILED' && { failure: this.settings.failure ?? this.#unknownFailure() }),
    })
  }

  /**
   * Deletes a post.
   *
   * @throws NotFoundError if this platform did not publish the post, or if the post is already
   * deleted.
   */
  async deletePost(postId: string, _call: Call): Promise<void> {
    if (!this.posts.delete(postId))
      throw new NotFoundError(`${this.name} published no post ${postId}, or deleted it.`, {
        platform: this.name,
      })
    this.deleted.push(postId)
  }

  async readStats(postId: string, { connection }: Call): Promise<PostStats> {
    const { likeCount, replyCount } = this.posts.read(postId, connection.accountId)
    return makePostStats({ id: postId, likes: likeCount, comments: replyCount, shares: 0, raw: {} })
  }

  checkSignature(body: Uint8Array, headers: PushHeaders, options: { readonly secret: WebhookSecret }): void {
    verifyHmacSha256(body, headers, { secret: options.secret, headerName: SIGNATURE_HEADER })
  }

  readUpdate(body: Uint8Array): Update {
    const update = readPushedOne(body, this.name)
    this.updates.keepPushed([update])
    return update
  }

  readUpdates(body: Uint8Array): readonly Update[] {
    return this.updates.keepPushed(readPushed(body, this.name))
  }

  answerSetupCheck(
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string {
    return answerHubChallenge(params, options)
  }

  #unknownFailure(): PostFailure {
    const message = `${this.name} could not publish the post and reported no reason.`
    return makePostFailure({ reason: 'UNKNOWN', message, network: this.displayName })
  }

  #failLogin(): void {
    if (this.settings.loginFailsWith) throw this.settings.loginFailsWith
  }

  /**
   * Returns the id of the new post. With the setting `sendsRequests`, the network's response
   * contains the id. Otherwise the id is the next number.
   */
  async #send({ text }: Post, call: PublishCall): Promise<string> {
    const finish = { data: { idempotencyKey: call.idempotencyKey } }
    if (!this.settings.sendsRequests) return call.finish(finish, async () => this.maker.id(''))
    const { id } = await call.http.post('/posts', sentReply, { json: { text }, finish })
    return String(id)
  }
}
