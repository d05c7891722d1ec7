import { anUpdate } from '../builders/content.js'
import { type CheckDefinition, libraryErrorOf, must } from './check.js'
import { NEEDS_CONNECTION, type Subject } from './subject.js'

const PAGE = { after: null, limit: null }
const REPLY = { text: 'Thank you', media: [], options: {} }

/** What each method is tried with, beside the call that comes last. */
const ARGUMENTS: Readonly<Record<string, (subject: Subject) => readonly unknown[]>> = {
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
  deletePost: () => ['7'],
  readStats: () => ['7'],
  readProfile: () => [],
  readReplies: () => ['7', { wholeConversation: false }],
  fetchUpdates: () => [null],
  fetchUpdatesAfter: () => [null, { limit: null }],
  markSeen: () => ['7'],
  checkState: () => ['7'],
  startUpdates: () => [{ kinds: null }],
  stopUpdates: () => [],
  replyToUpdate: (subject) => [updateOf(subject), 'Thank you'],
  deleteComment: (subject) => [updateOf(subject)],
  setCommentVisibility: (subject) => [updateOf(subject), { hidden: true }],
  getLocation: () => [],
  updateLocation: () => [{}],
  verificationOptions: () => [],
  startVerification: () => ['EMAIL'],
  completeVerification: () => ['7', '1234'],
  verificationState: () => [],
  readPost: () => ['7'],
  readThread: () => ['7', { depth: null, limit: null }],
  reply: () => ['7', REPLY],
  like: () => ['7'],
  unlike: () => ['7', { likeId: null }],
  readLikes: () => ['7', PAGE],
  readConversations: () => [PAGE],
  readMessages: () => ['7', PAGE],
  sendMessage: () => ['7', REPLY],
  markRead: () => ['7'],
  startConversation: () => [['7'], 'Good morning'],
}

const SIGNING_IN: ReadonlySet<string> = new Set(['createApp', 'startLogin', 'finishLogin', 'resumeLogin'])
const PUBLISHING: ReadonlySet<string> = new Set([
  'reply',
  'replyToUpdate',
  'sendMessage',
  'startConversation',
])

const updateOf = (subject: Subject): unknown =>
  anUpdate({ platform: subject.platform.name, connectionId: subject.connection().id })

function callFor(method: string, subject: Subject): unknown {
  if (SIGNING_IN.has(method)) return subject.loginCall()
  return PUBLISHING.has(method) ? subject.publishCall() : subject.call()
}

/** Tries one method: it must give a promise, and fail with nothing but errors of the library. */
async function tryMethod(method: string, subject: Subject): Promise<void> {
  const own = ARGUMENTS[method]
  const work = subject.members[method]
  if (own === undefined || typeof work !== 'function') return
  const given = [...own(subject), callFor(method, subject)]
  await libraryErrorOf(() => Reflect.apply(work, subject.platform, given) as Promise<unknown>, `${method}()`) // judged there
}

async function tryAll(subject: Subject): Promise<void> {
  for (const method of Object.keys(ARGUMENTS)) if (method !== 'checkState') await tryMethod(method, subject)
}

/** How the optional methods are called. */
export const abilityChecks: readonly CheckDefinition[] = [
  {
    name: 'takes the call last in every method, and rejects with errors of the library',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: tryAll,
  },
  {
    name: 'tells the state of a post by its id',
    skip: (subject) => {
      if (!subject.has('checkState')) return 'Its posts are finished when publish answers.'
      return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
    },
    run: async (subject) => {
      must(subject.has('checkState'), 'It has no checkState().')
      await tryMethod('checkState', subject)
    },
  },
]
