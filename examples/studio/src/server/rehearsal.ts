import { type AnyAccount, InvalidPostError, NotSupportedError, type PostInput } from '@social/core'
import {
  type Call,
  type Platform,
  type PlatformHttp,
  type Post,
  type PublishCall,
  readOptions,
  readPost,
  refuseUnsupported,
  refuseWordsAlone,
  type RequestOptions,
} from '@social/core/platform'

/** Ends a rehearsal where the real thing would send something. */
class WouldSend extends Error {
  override readonly name = 'WouldSend'
}

function wouldSend(): never {
  throw new WouldSend('The rehearsal ends here.')
}

/** True for a question in the clothes of a write: without a body, and harmless to repeat. */
function isQuestion({ retry, finish, ...rest }: RequestOptions = {}): boolean {
  const hasBody = ['json', 'form', 'multipart', 'body'].some((kind) => kind in rest)
  return retry === 'always' && finish === undefined && !hasBody
}

/** HTTP that reads, and ends the rehearsal at the first request that writes. */
function onlyReads(http: PlatformHttp): PlatformHttp {
  return {
    request: (method: string, path: string, schema: never, options?: RequestOptions) =>
      method === 'GET' || method === 'HEAD' || isQuestion(options)
        ? http.request(method as 'GET', path, schema, options) // any method: they share one signature
        : wouldSend(),
    get: (path, schema, options) => http.get(path, schema, options),
    post: (path, schema, options) => (isQuestion(options) ? http.post(path, schema, options) : wouldSend()),
    put: wouldSend,
    patch: wouldSend,
    delete: wouldSend,
  }
}

/** A call like the one that publishes, in which nothing leaves and nothing is written down. */
function rehearsalCall(call: Call): PublishCall {
  return {
    http: onlyReads(call.http),
    clock: call.clock,
    random: call.random,
    signal: call.signal,
    allowLoopback: call.allowLoopback,
    get connection() {
      return call.connection
    },
    app: () => call.app(),
    networkNow: () => call.networkNow(),
    warn: () => undefined,
    idempotencyKey: 'rehearsal',
    receipt: null,
    checkpoint: () => Promise.resolve(),
    finish: wouldSend,
    notPublished: wouldSend,
    progress: () => undefined,
    hostMedia: wouldSend,
  }
}

async function rehearse(platform: Platform, input: PostInput, call: Call): Promise<void> {
  const post = readPost(input, { platform: platform.name })
  refuseUnsupported(post, { platform })
  if (platform.postOptions === undefined || platform.publish === undefined)
    throw new NotSupportedError({ platform: platform.name, what: 'posts' })
  const options = readOrRefuse(platform, post)
  // The options were read by this platform's own schema just above.
  await platform.publish({ ...post, options } as Post<never>, rehearsalCall(call))
}

function readOrRefuse(platform: Platform, post: Post): unknown {
  const { postOptions } = platform
  if (postOptions === undefined) return post.options
  try {
    return readOptions(postOptions, post.options, { platform: platform.name })
  } catch (error) {
    refuseWordsAlone(post, { platform })
    throw error
  }
}

/**
 * Why a post would be refused, in the library's own words; null when it would not be. Publishes as far as the first request
 * that writes, and no further: platforms promise to refuse what they refuse before it.
 */
export async function rehearsePost(
  account: AnyAccount,
  platform: Platform,
  post: PostInput,
  signal: AbortSignal,
): Promise<InvalidPostError | NotSupportedError | null> {
  try {
    await account.run((call) => rehearse(platform, post, call), { signal })
    return null
  } catch (error) {
    if (error instanceof WouldSend) return null
    if (InvalidPostError.is(error) || NotSupportedError.is(error)) return error
    throw error
  }
}
