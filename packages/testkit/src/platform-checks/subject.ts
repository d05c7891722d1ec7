import { readPost } from '@social/core/internal'
import {
  type AppCredentials,
  type Connection,
  type Limits,
  type LoginRequest,
  type Platform,
  type Post,
  type PostInput,
  readOptions,
  SocialBaseError,
} from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import { anApp } from '../builders/account.js'
import { aLoginRequest } from '../builders/login.js'
import { aPicture, aVideo } from '../builders/media.js'
import type { TestCall, TestLoginCall } from '../calls/a-call.js'
import type { TestPublishCall } from '../calls/a-publish-call.js'
import type { CheckTransport } from './fakes/check-transport.js'
import type { Ids, PlatformChecksHooks } from './hooks.js'
import { CheckSkipped } from './skip.js'
import { Trial } from './trial.js'

/** Default ids, which consist of digits as on most networks. */
const PLAIN_IDS: Ids = { post: '7', conversation: '7', person: '7', like: null }

/**
 * The checked platform, with the hooks and default values that the checks need to call its
 * methods.
 */
export class Subject {
  readonly hooks: PlatformChecksHooks
  readonly platform: Platform
  /** All members of the platform, by name. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(hooks: PlatformChecksHooks) {
    this.hooks = hooks
    this.platform = hooks.makePlatform()
    this.members = this.platform as unknown as Readonly<Record<string, unknown>> // safe cast: the members are only read by name
  }

  /** Creates another instance of the same platform. */
  another(): Subject {
    return new Subject(this.hooks)
  }

  /** Returns true if the platform has a method with this name. */
  has(method: string): boolean {
    return typeof this.members[method] === 'function'
  }

  /**
   * Returns the account that the checks use. Pass another id for a second account.
   *
   * @throws CheckSkipped without the hook `makeConnection`.
   */
  connection(accountId = '42'): Connection {
    const { makeConnection } = this.hooks
    if (!makeConnection) throw new CheckSkipped(NEEDS_CONNECTION)
    return makeConnection({ platform: this.platform.name, accountId })
  }

  /** Ids from the hook `ids`. Default: digits. */
  get ids(): Ids {
    return { ...PLAIN_IDS, ...withoutUndefined(this.hooks.ids ?? {}) }
  }

  call(): TestCall<CheckTransport> {
    return new Trial(this).call()
  }

  publishCall(): TestPublishCall<CheckTransport> {
    return new Trial(this).publishCall()
  }

  loginCall(): TestLoginCall<CheckTransport> {
    return new Trial(this).loginCall()
  }

  login(): LoginRequest {
    const { callback: _later, ...login } = this.hooks.login ?? {}
    return aLoginRequest({ ...login, app: this.app(login.host ?? null) })
  }

  /** Returns app credentials. Null if the network requires none. */
  app(host: string | null): AppCredentials | null {
    if (this.platform.features.has('NEEDS_NO_APP')) return null
    return this.hooks.app ?? anApp({ platform: this.platform.name, host })
  }

  /** Returns the platform's limits, and the requests that the platform sent to read them. */
  async limits(): Promise<{ readonly limits: Limits; readonly asked: readonly string[] }> {
    const call = this.call()
    return { limits: await this.platform.limits(call), asked: call.transport.asked }
  }

  /**
   * Builds a valid post with this text and validated options.
   *
   * @throws CheckSkipped if the check cannot build a valid post.
   */
  post(text: string, changes: PostInput<object> = {}): Post<object> {
    const { name, postOptions } = this.platform
    const input = {
      ...(this.hooks.makePost ?? ((content: string) => this.#plainPost(content)))(text),
      ...changes,
    }
    const post = readPost(input, { platform: name, contentOptions: this.platform.contentOptions })
    if (postOptions === undefined) return post
    try {
      const options = readOptions(postOptions, post.options, { platform: name })
      return { ...post, options: options as object } // safe cast: the schema of post options always returns an object
    } catch (error) {
      if (this.hooks.makePost || !SocialBaseError.is(error)) throw error
      throw new CheckSkipped(
        `A post needs options: ${error.message} Add makePost: (text) => ({ text, options }).`,
      )
    }
  }

  #plainPost(text: string): PostInput<object> {
    const { features } = this.platform
    if (features.has('POST_TEXT')) return { text }
    if (features.has('POST_IMAGE')) return { text, media: [aPicture()] }
    if (features.has('POST_VIDEO')) return { text, media: [aVideo()] }
    throw new CheckSkipped('It has no way to post.')
  }
}

/** Skip reason of the checks that require the hook `makeConnection`. */
export const NEEDS_CONNECTION =
  'Add makeConnection: aConnection, or a function that makes a connection of this network.'
