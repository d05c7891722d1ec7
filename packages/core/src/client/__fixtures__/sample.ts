import * as v from 'valibot'

import { checkPost } from '../../checks/index.js'
import { definePlatform } from '../../contract/index.js'
import { AuthError } from '../../errors/index.js'
import type { Transport, TransportRequest, TransportResponse } from '../../http/types.js'
import { Connection, makeLimits, makePostResult, Token } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { SocialClient } from '../social-client.js'
import type { SocialClientOptions } from '../types.js'

/** A time in the past, at which tokens have expired. */
export const EXPIRED = new Date('2020-01-01T00:00:00Z')

const FEATURES = new Set(['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES'] as const)
const LIMITS = makeLimits({ maxTextLength: 10, maxImages: 2 })
const idReply = v.object({ id: v.string() })

/** Makes a small platform with all methods that the client's tests need. */
export function sample() {
  return definePlatform({
    name: 'sample',
    displayName: 'Sample',
    developerPortal: 'https://sample.example/apps',
    features: [...FEATURES],
    origins: () => ['https://api.sample.example'],
    apiBase: () => 'https://api.sample.example',
    authHeaders: (connection) => ({ authorization: `Bearer ${connection.token.accessToken}` }),
    readError: ({ status }) =>
      status === 401 ? new AuthError('sample refused the token.', { platform: 'sample', tokenRefused: true }) : null,
    renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: true }),
    limits: async () => LIMITS,
    startLogin: async ({ state, redirectUri }) => ({
      step: 'SEND_TO_NETWORK' as const,
      url: `https://sample.example/authorize?redirect_uri=${encodeURIComponent(redirectUri)}`,
      state,
      remember: { verifier: 'a-secret-half' },
    }),
    finishLogin: async (_login, callback) =>
      callback['choose'] === undefined
        ? { step: 'FINISHED' as const, connection: aConnection(callback['account']) }
        : { step: 'CHOOSE_ACCOUNT' as const, options: [{ id: '1', name: 'One', kind: null }], resumeToken: 'a-resume-secret' },
    refresh: async (call) => {
      const { access } = await call.http.post('/token', v.object({ access: v.string() }), { auth: 'none' })
      return new Token({ accessToken: access, refreshToken: 'next-refresh', expiresAt: new Date(Date.now() + 3_600_000) })
    },
    postOptions: v.strictObject({ madeForKids: v.optional(v.boolean()) }),
    async publish(post, call) {
      checkPost(post, { platform: { name: 'sample', features: FEATURES }, limits: LIMITS })
      const finish = { data: { text: post.text } }
      const { id } = await call.http.post('/posts', idReply, { json: { text: post.text }, retry: 'never', finish })
      return makePostResult({ id, url: `https://sample.example/p/${id}` })
    },
    async deletePost(postId, call) {
      await call.http.delete(`/posts/${postId}`, v.unknown())
    },
    async readProfile(call) {
      const { id } = await call.http.get('/me', idReply)
      return { name: id, avatarUrl: null }
    },
    readConversations: async () => ({ items: [], next: null }),
    readMessages: async () => ({ items: [], next: null }),
    sendMessage: async (conversationId, { text }, call) => {
      const { id } = await call.http.post('/messages', idReply, { json: { text }, finish: { data: {} } })
      return {
        id,
        conversationId,
        sender: { id: '1', handle: null, displayName: null, avatarUrl: null, url: null, raw: {} },
        text,
        sentAt: new Date('2026-01-01T00:00:00Z'),
        isMine: true,
        deleted: false,
        attachments: [],
        raw: {},
      }
    },
    markRead: async () => {},
  })
}

/** Makes a connection of the sample network. */
export function aConnection(accountId = '1', expiresAt: Date | null = null): Connection {
  return new Connection({
    platform: 'sample',
    accountId,
    accountName: 'Someone',
    token: { accessToken: 'first-access', refreshToken: 'first-refresh', expiresAt },
  })
}

/** A response of the fake network to one request. */
interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Answers each request with the result of `answer`, and records the requests. */
export class FakeTransport implements Transport {
  readonly requests: TransportRequest[] = []
  readonly #answer: (request: TransportRequest) => FakeAnswer | Promise<FakeAnswer>

  constructor(answer: (request: TransportRequest) => FakeAnswer | Promise<FakeAnswer>) {
    this.#answer = answer
  }

  get paths(): readonly string[] {
    return this.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request)
    const { status = 200, headers = {}, body = {} } = await this.#answer(request)
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: new TextEncoder().encode(JSON.stringify(body)),
    }
  }

  async close(): Promise<void> {}
}

/** Makes a client of the sample network over a fake transport, with one stored connection. */
export async function aClient(
  answer: ConstructorParameters<typeof FakeTransport>[0] = () => ({ body: { id: '7', access: 'second-access' } }),
  more: Partial<SocialClientOptions<{ sample: ReturnType<typeof sample> }>> & { readonly connection?: Connection } = {},
) {
  const { connection = aConnection(), ...options } = more
  const transport = new FakeTransport(answer)
  const storage = new InMemoryStorage()
  await storage.saveConnection(connection)
  const client = new SocialClient({ storage, platforms: { sample: sample() }, transport, ...options })
  return { client, transport, storage, account: client.account('sample:1') }
}
