import type { Post, ThreadPart } from '@social/core/platform'

import { aPerson, anUpdate } from '../../builders/content.js'
import type { Ids } from '../hooks.js'
import { aListener, callAs } from '../reading/listening.js'
import type { Subject } from '../subject.js'
import type { Trial } from '../trial.js'

const PAGE = { after: null, limit: null }
const REPLY = { text: 'Thank you', media: [], options: {} }

/**
 * Builds the second post of a thread with this text.
 *
 * @throws CheckSkipped if the check cannot build a valid post.
 */
export function threadPartOf(subject: Subject, text: string): readonly [Post<object>, ThreadPart] {
  const post = subject.post(text)
  // safe cast: `subject.post` has validated the options with the platform's schema
  const posts = [subject.post('Good morning'), post] as unknown as readonly Post<never>[]
  return [post, { index: 1, posts, canHostMedia: true }]
}

type Arguments = (subject: Subject, ids: Ids) => readonly unknown[]

/** Arguments of each method, without the last argument, which is always the call. */
export const ARGUMENTS: Readonly<Record<string, Arguments>> = {
  createApp: ({ hooks }) => [
    {
      name: 'Try',
      redirectUri: 'https://app.example/callback',
      host: hooks.login?.host ?? null,
      scopes: [],
      website: null,
    },
  ],
  limits: () => [],
  refresh: () => [],
  startLogin: (subject) => [subject.login()],
  finishLogin: (subject) => [{ ...subject.login(), remember: {} }, { code: 'a-code' }],
  resumeLogin: (subject) => [subject.login(), { resumeToken: 'none', accountId: '42', remember: {} }],
  revoke: () => [],
  checkThreadPart: (subject) => threadPartOf(subject, 'Good morning'),
  deletePost: (_subject, { post }) => [post],
  readStats: (_subject, { post }) => [post],
  readProfile: () => [],
  readReplies: (_subject, { post }) => [post, { wholeConversation: false }],
  fetchUpdates: () => [null],
  fetchUpdatesAfter: () => [null, { limit: null }],
  listen: () => [aListener()],
  markSeen: (_subject, { post }) => [post],
  checkState: (_subject, { post }) => [post],
  startUpdates: () => [{ kinds: null }],
  stopUpdates: () => [],
  replyToUpdate: (subject, ids) => [updateOf(subject, ids), 'Thank you'],
  deleteComment: (subject, ids) => [updateOf(subject, ids)],
  setCommentVisibility: (subject, ids) => [updateOf(subject, ids), { hidden: true }],
  getLocation: () => [],
  updateLocation: () => [{}],
  verificationOptions: () => [],
  startVerification: () => ['EMAIL'],
  completeVerification: (_subject, { post }) => [post, '1234'],
  verificationState: () => [],
  readPost: (_subject, { post }) => [post],
  readThread: (_subject, { post }) => [post, { depth: null, limit: null }],
  reply: (_subject, { post }) => [post, REPLY],
  like: (_subject, { post }) => [post],
  unlike: (_subject, { post, like }) => [post, { likeId: like }],
  editPost: (_subject, { post }) => [post, { text: 'Better text', options: {} }],
  repost: (_subject, { post }) => [post],
  undoRepost: (_subject, { post, repost }) => [post, { repostId: repost ?? null }],
  readLikes: (_subject, { post }) => [post, PAGE],
  readConversations: () => [PAGE],
  readMessages: (_subject, { conversation }) => [conversation, PAGE],
  sendMessage: (_subject, { conversation }) => [conversation, REPLY],
  markRead: (_subject, { conversation }) => [conversation],
  startConversation: (_subject, { person }) => [[person], REPLY],
}

const SIGNING_IN: ReadonlySet<string> = new Set(['createApp', 'startLogin', 'finishLogin', 'resumeLogin'])

/** Methods that create visible content, except `publish`. */
export const ANSWERING: readonly string[] = [
  'reply',
  'editPost',
  'replyToUpdate',
  'sendMessage',
  'startConversation',
]

const updateOf = (subject: Subject, { post, person }: Ids): unknown =>
  anUpdate({
    id: post,
    platform: subject.platform.name,
    connectionId: subject.connection().id,
    postId: post,
    aboutPostId: post,
    actor: aPerson({ id: person }),
    conversationId: post,
    raw: { id: post },
  })

/** Returns true for a method that receives a call without a connection. */
export const isSigningIn = (method: string): boolean => SIGNING_IN.has(method)

/** Returns true for a method that receives a publish call. */
export const isPublishing = (method: string): boolean => method === 'publish' || ANSWERING.includes(method)

/** Result of calling one method. */
export interface Entered {
  readonly result: unknown
  /** Error that the method threw or rejected with. Null on success. */
  readonly error: unknown
}

/** Calls one method with its default arguments and a call of the trial. */
export function enter(
  method: string,
  subject: Subject,
  trial: Trial,
  ids: Ids = subject.ids,
): Promise<Entered> {
  const own = ARGUMENTS[method]?.(subject, ids) ?? []
  return enterWith(method, subject, own, callFor(method, trial))
}

/** Calls `publish` with a post and a publish call. */
export function enterPublish(
  subject: Subject,
  post: Post<object>,
  call: ReturnType<Trial['publishCall']>,
): Promise<Entered> {
  return enterWith('publish', subject, [post], call)
}

/** Calls one method with the given arguments and the given call. */
export async function enterWith(
  method: string,
  subject: Subject,
  own: readonly unknown[],
  call: unknown,
): Promise<Entered> {
  try {
    const work = subject.members[method]
    if (typeof work !== 'function') throw new TypeError(`There is no ${method}().`)
    const bound = (...given: readonly unknown[]): unknown => Reflect.apply(work, subject.platform, given)
    return { result: await callAs(method, bound, [...own, call]), error: null }
  } catch (error) {
    return { result: null, error: error ?? new Error('It rejected with nothing.') }
  }
}

/** Returns the kind of call that the method requires. */
function callFor(
  method: string,
  trial: Trial,
): ReturnType<Trial['loginCall'] | Trial['call'] | Trial['publishCall']> {
  if (isSigningIn(method)) return trial.loginCall()
  return isPublishing(method) ? trial.publishCall() : trial.call()
}

/**
 * Returns the names of the platform's methods that the checks can call, in the order of
 * `ARGUMENTS`.
 */
export function entryPointsOf(subject: Subject): readonly string[] {
  return Object.keys(ARGUMENTS).filter((method) => subject.has(method))
}
