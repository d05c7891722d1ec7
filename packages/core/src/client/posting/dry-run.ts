import { randomUUID } from 'node:crypto'

import { invalidPost } from '../../checks/assert-all.js'
import type { HostedMedia, PostClaim, PublishCall } from '../../contract/index.js'
import type { InvalidPostError } from '../../errors/index.js'
import type { PublishRecorder } from '../../http/attempts/visible-request.js'
import { AccountCall, type AccountCallParts, type CallParts } from '../call.js'

/**
 * Error object that all dry runs share. The object is never reported, and creating an error with its stack costs
 * more than the run.
 */
const NOTHING_IS_SENT = Object.freeze(new Error('A post that is only checked sends nothing.'))

/** Ends a dry run before the first request that would write to the network. */
export class DryRunEnd implements PublishRecorder {
  readonly #reached = Promise.withResolvers<void>()

  /** Resolves when the publish reaches its first write. */
  get reached(): Promise<void> {
    return this.#reached.promise
  }

  /** @throws Error always, because a dry run must send no write. */
  mayWrite(): never {
    this.#reached.resolve()
    throw NOTHING_IS_SENT
  }

  begin(): never {
    return this.mayWrite()
  }

  end(): null {
    return null
  }

  noteWrite(): void {
    // Does nothing, because the engine has called `mayWrite` for this write before, and `mayWrite` ends the run.
  }
}

/**
 * The call of a dry run. It can read from the network, and stops before the first write. All checks of the post
 * happen before that write.
 */
export class DryRunCall extends AccountCall implements PublishCall {
  readonly idempotencyKey = randomUUID()
  readonly receipt = null
  readonly canHostMedia: boolean
  readonly #end: DryRunEnd

  constructor(
    parts: CallParts,
    account: AccountCallParts,
    dryRun: { readonly end: DryRunEnd; readonly hasMediaHost: boolean },
  ) {
    super(parts, account, dryRun.end)
    this.#end = dryRun.end
    this.canHostMedia = dryRun.hasMediaHost
  }

  async checkpoint(): Promise<void> {
    this.#end.mayWrite()
  }

  async finish<T>(): Promise<T> {
    return this.#end.mayWrite()
  }

  async claimPost(): Promise<PostClaim> {
    return this.#end.mayWrite()
  }

  async notPublished(): Promise<void> {
    // Does nothing, because a dry run has no earlier attempt.
  }

  progress(): void {
    // Reports nothing, because a dry run uploads nothing.
  }

  async hostMedia(): Promise<HostedMedia> {
    const { platform } = this.connection
    if (this.canHostMedia) return this.#end.mayWrite()
    throw noMediaHost(platform)
  }
}

/**
 * Makes the error for a local file on a network that fetches media only from a URL, if the client has no
 * `mediaHost`.
 */
export function noMediaHost(platform: string): InvalidPostError {
  return invalidPost(platform, {
    field: 'media',
    code: 'FILE_MUST_BE_PUBLIC',
    message: `${platform} downloads media from a public URL. Pass Media.fromUrl(...), or give the client a mediaHost.`,
  })
}
