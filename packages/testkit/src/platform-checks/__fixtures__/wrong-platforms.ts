import { type Call, type Connection, type LoginRequest, type Platform, Token } from '@social/core/platform'
import * as v from 'valibot'

import { aConnection } from '../../builders/account.js'
import type { PlatformChecksHooks } from '../hooks.js'
import { sample } from './sample-platform.js'
import {
  bareErrors,
  countingUnits,
  cuttingOff,
  needingAnApp,
  neglectingTime,
  rememberingHeaders,
  rememberingLimits,
  unchecked,
  updateAt,
} from './wrong-methods.js'

/** The sample with something changed that should not be: callers without types can write any of these. */
export const wrong = (changes: object): { readonly makePlatform: () => Platform } => ({
  makePlatform: () => ({ ...sample, ...changes }),
})

const without = (...names: readonly string[]): { readonly makePlatform: () => Platform } => ({
  makePlatform: () =>
    // Wrong on purpose.
    Object.fromEntries(
      Object.entries(sample).filter(([name]) => !names.includes(name)),
    ) as unknown as Platform,
})

const flags = (...list: readonly string[]): object => ({ features: new Set(list) })

/** Checks that cannot fail alone: without them most others have nothing to stand on. */
export const NEVER_ALONE: ReadonlySet<string> = new Set([
  'has a name that fits',
  'lists the origin of apiBase among its origins',
  'shows no secret of a connection',
  'starts a sign-in without an app where it needs none',
])

/** Each check, a platform that breaks it and nothing else, and what the check then says. */
export const WRONG: readonly (readonly [check: string, broken: Partial<PlatformChecksHooks>, says: string])[] = [
  ['has what every platform has', without('refresh'), 'It has no refresh(). Every platform has one.'],
  ['has what every platform has', wrong({ displayName: '' }), 'It has no displayName.'],
  ['has a name that fits', wrong({ name: 'Sample' }), '"Sample" is no name.'],
  [
    'can post something, or is declared read-only',
    {
      ...wrong({
        ...flags('NEEDS_NO_APP', 'PUSH_UPDATES'),
        publish: undefined,
        createApp: undefined,
        deletePost: undefined,
        fetchUpdatesAfter: undefined,
        markSeen: undefined,
      }),
    },
    'Say readOnly: true',
  ],
  [
    'can post something, or is declared read-only',
    { readOnly: true },
    'It is declared read-only, and lists POST_TEXT, POST_IMAGE.',
  ],
  [
    'lists flags that exist',
    wrong(flags(...sample.features, 'DELETE_POSTS')),
    'It lists "DELETE_POSTS", which is no flag. Did you mean DELETE_POST?',
  ],
  [
    'lists flags that exist',
    wrong(flags(...sample.features, 'SUBSCRIBE_UPDATES')),
    'SUBSCRIBE_UPDATES, which is reserved',
  ],
  [
    'has the methods behind each flag it lists',
    wrong(flags(...sample.features, 'READ_STATS')),
    'It lists READ_STATS and has no readStats().',
  ],
  [
    'has the methods behind each flag it lists',
    wrong({
      async readUpdates() {
        return []
      },
    }),
    'readUpdates() must answer at once.',
  ],
  [
    'has each of its abilities whole',
    wrong({ async deleteComment() {} }),
    'It has deleteComment() and no setCommentVisibility()',
  ],
  [
    'lists the flag of each method it has',
    wrong({ async readPost() {} }),
    'It has readPost() and does not list READ_POST',
  ],
  [
    'has no function that is no ability',
    wrong({ async readProfil() {} }),
    'readProfil() is no ability. Did you mean readProfile?',
  ],
  [
    'has an apiBase that paths can be joined onto',
    wrong({ apiBase: () => 'https://api.sample.example/v1/' }),
    'take the last one away',
  ],
  [
    'lists the origin of apiBase among its origins',
    wrong({ origins: () => ['https://sample.example'] }),
    'origins() lacks https://api.sample.example',
  ],
  [
    'has authHeaders of texts',
    wrong({ authHeaders: () => ({ 'x-app': 7 }) }),
    'authHeaders() gives no text for "x-app".',
  ],
  [
    'renews tokens by a sane rule',
    wrong({ renewal: () => ({ beforeSeconds: Number.NaN, needsRefreshToken: true, rotates: true }) }),
    'renewal().beforeSeconds is NaN.',
  ],
  [
    'renews tokens by a sane rule',
    wrong({ renewal: () => ({ beforeSeconds: 60, needsRefreshToken: false, rotates: true }) }),
    'Only one can be true.',
  ],
  [
    'shows no secret of a connection',
    { makeConnection: (init) => aConnection({ ...init, scopes: ['fake-access'] }) },
    'A printed connection shows a secret',
  ],
  [
    'shows no secret of a connection',
    wrong({ apiBase: ({ token }: Connection) => `https://api.sample.example/v1/${token.accessToken}` }),
    'An address of the platform shows a secret',
  ],
  [
    'keeps no account to itself',
    { makePlatform: rememberingHeaders },
    'A platform holds nothing of one account.',
  ],
  [
    'starts a sign-in',
    wrong({
      startLogin: async () => ({
        step: 'SEND_TO_NETWORK',
        url: 'https://sample.example',
        state: 'another',
        remember: {},
      }),
    }),
    'give back the state',
  ],
  [
    'names and labels what it asks people for',
    wrong({
      startLogin: async () => ({
        step: 'ASK_FOR_DETAILS',
        fields: [{ name: 'handle', label: '', secret: false, helpText: null }],
      }),
    }),
    'The field "handle" of startLogin() has no label.',
  ],
  [
    'starts a sign-in without an app where it needs none',
    { makePlatform: needingAnApp },
    'startLogin() rejected with TypeError',
  ],
  [
    'refuses a resume token that it did not make',
    wrong({ resumeLogin: async () => ({ step: 'FINISHED', connection: aConnection() }) }),
    'went on with a resume token',
  ],
  [
    'takes the call last in every method, and rejects with errors of the library',
    wrong({
      deletePost: async (call: { http: { delete: (path: string) => void } }, postId: string) =>
        call.http.delete(postId),
    }),
    'deletePost() rejected with TypeError',
  ],
  [
    'takes the call last in every method, and rejects with errors of the library',
    wrong({ deletePost: () => undefined }),
    'deletePost() must give a promise. Make it async.',
  ],
  [
    'takes the call last in every method, and rejects with errors of the library',
    wrong({ refresh: () => new Token({ accessToken: 'next' }) }),
    'refresh() must give a promise. Make it async.',
  ],
  [
    'tells the state of a post by its id',
    wrong({
      checkState: () => {
        throw new Error('at once')
      },
    }),
    'checkState() threw Error: at once at once.',
  ],
  [
    'has limits of positive numbers, or null',
    wrong({
      limits: async (call: Call) => ({ ...(await sample.limits(call)), maxTitleLength: 0 }),
    }),
    'limits().maxTitleLength is 0.',
  ],
  [
    'tells each account its own limits',
    { makePlatform: rememberingLimits },
    'limits() gives one account what it learnt of another.',
  ],
  [
    'polls a list of updates, oldest first',
    wrong({ fetchUpdates: async () => ({ items: [] }) }),
    'fetchUpdates() must give a list.',
  ],
  [
    'polls a list of updates, oldest first',
    wrong({ fetchUpdates: async () => [updateAt(2), updateAt(1)] }),
    'fetchUpdates() must give the oldest first.',
  ],
  [
    'refuses a marker that it did not make, and sends nothing',
    wrong({ fetchUpdatesAfter: async () => ({ updates: [], marker: null, more: false }) }),
    'fetchUpdatesAfter() must refuse a marker',
  ],
  [
    'refuses a text that is too long, and sends nothing',
    { makePlatform: cuttingOff },
    'publish() must refuse a text that is one letter too long with InvalidPostError, and published it.',
  ],
  [
    'counts texts the way its limits say',
    { makePlatform: countingUnits },
    'A text of emoji that just fits was refused',
  ],
  [
    'refuses words alone where it cannot post them',
    { makePlatform: unchecked('POST_IMAGE') },
    'publish() must refuse words alone without POST_TEXT with NotSupportedError, and published it.',
  ],
  [
    'refuses a set time where it cannot schedule',
    { makePlatform: neglectingTime },
    'publish() must refuse a set time without SCHEDULE with NotSupportedError, and published it.',
  ],
  [
    'refuses posts with errors of the library alone',
    { makePlatform: bareErrors },
    'publish() must refuse 3 pictures with an error of the library, not Error: too many',
  ],
  [
    'refuses unknown and snake_case names of options',
    wrong({ postOptions: v.looseObject({ altLanguage: v.optional(v.string()) }) }),
    'The option "alt_language" must be refused: it is altLanguage.',
  ],
  [
    'refuses unknown and snake_case names of options',
    wrong({ postOptions: v.strictObject({ alt_language: v.optional(v.string()) }) }),
    'The option "alt_language" must be camelCase',
  ],
  [
    'refuses a callback without its state, and sends nothing',
    wrong({
      startLogin: async ({ state }: LoginRequest) => ({ step: 'SEND_TO_NETWORK', url: 'https://sample.example', state, remember: {} }),
      finishLogin: async () => ({ step: 'FINISHED', connection: aConnection() }),
    }),
    'finishLogin() must refuse a callback without a state with AuthError.',
  ],
  ['refuses a pushed request that proves nothing', wrong({ checkSignature: () => undefined }), 'and let it pass'],
  ['refuses a setup check without the right token', wrong({ answerSetupCheck: () => '1' }), 'answerSetupCheck() must refuse'],
]
