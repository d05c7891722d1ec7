import {
  A_POST,
  aPost,
  type Ask,
  type Asked,
  type Asker,
  CREATE,
  NOW,
  POST,
  RECORDS,
  write,
} from './odd-records.js'

const get =
  (nsid: string, query: (asker: Asker) => string, auth?: Asked['auth']): Ask =>
  (asker) => ({ method: 'GET', nsid, query: query(asker), ...(auth && { auth }) })

const APPLY = 'com.atproto.repo.applyWrites'
const create = (changes: object = {}) => ({
  $type: 'com.atproto.repo.applyWrites#create',
  collection: POST,
  value: aPost(changes),
})
const writes =
  (...list: readonly unknown[]): Ask =>
  ({ did }) => ({ nsid: APPLY, json: { repo: did, writes: list } })
const gate = (changes: object, rkey?: string): Ask =>
  write(
    { $type: 'app.bsky.feed.threadgate', post: A_POST, createdAt: NOW, ...changes },
    rkey === undefined ? {} : { rkey },
  )

/** Requests, by what is odd about them. */
export const CALLS: Readonly<Record<string, Ask>> = {
  ...RECORDS,
  'a record': get(
    'com.atproto.repo.getRecord',
    ({ did, post }) => `repo=${did}&collection=${POST}&rkey=${post.uri.split('/').at(-1)}`,
  ),
  'a record, without a token': get(
    'com.atproto.repo.getRecord',
    ({ did, post }) => `repo=${did}&collection=${POST}&rkey=${post.uri.split('/').at(-1)}`,
    'none',
  ),
  'a record that is not there': get(
    'com.atproto.repo.getRecord',
    ({ did }) => `repo=${did}&collection=${POST}&rkey=3n2stmd4ajk2z`,
  ),
  'a record without a key': get('com.atproto.repo.getRecord', ({ did }) => `repo=${did}&collection=${POST}`),
  'a record of an odd key': get(
    'com.atproto.repo.getRecord',
    ({ did }) => `repo=${did}&collection=${POST}&rkey=a%20b`,
  ),
  'a record of an odd collection': get(
    'com.atproto.repo.getRecord',
    ({ did }) => `repo=${did}&collection=posts&rkey=3k`,
  ),
  records: get('com.atproto.repo.listRecords', ({ did }) => `repo=${did}&collection=${POST}&limit=1`),
  'records, none of them': get(
    'com.atproto.repo.listRecords',
    ({ did }) => `repo=${did}&collection=${POST}&limit=0`,
  ),
  'records, too many': get(
    'com.atproto.repo.listRecords',
    ({ did }) => `repo=${did}&collection=${POST}&limit=101`,
  ),
  'records of an odd collection': get(
    'com.atproto.repo.listRecords',
    ({ did }) => `repo=${did}&collection=posts`,
  ),
  'records of nobody': get('com.atproto.repo.listRecords', () => `repo=nobody.test&collection=${POST}`),
  'records behind an odd cursor': get(
    'com.atproto.repo.listRecords',
    ({ did }) => `repo=${did}&collection=${POST}&cursor=%20x`,
  ),
  'a file without a type': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: null }),
  'an empty file': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: '', type: 'text/plain' }),
  'a file': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: 'text/plain' }),
  'a file of no type': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: 'x' }),
  'a file without a token': () => ({
    nsid: 'com.atproto.repo.uploadBlob',
    body: 'hello',
    type: 'text/plain',
    auth: 'none',
  }),
  'a handle': get('com.atproto.identity.resolveHandle', () => 'handle=ada.test'),
  'a handle of nobody': get('com.atproto.identity.resolveHandle', () => 'handle=nobody.test'),
  'a handle that is none': get('com.atproto.identity.resolveHandle', () => 'handle=a%20b'),
  'no handle': get('com.atproto.identity.resolveHandle', () => ''),
  'a sign-in with a wrong password': () => ({
    nsid: 'com.atproto.server.createSession',
    json: { identifier: 'ada.test', password: 'x' },
    auth: 'none',
  }),
  'a sign-in of nobody': () => ({
    nsid: 'com.atproto.server.createSession',
    json: { identifier: 'nobody.test', password: 'x' },
    auth: 'none',
  }),
  'a sign-in without a password': () => ({
    nsid: 'com.atproto.server.createSession',
    json: { identifier: 'ada.test' },
    auth: 'none',
  }),
  'a sign-in with a number': () => ({
    nsid: 'com.atproto.server.createSession',
    json: { identifier: 'ada.test', password: 7 },
    auth: 'none',
  }),
  'a renewal with a body': () => ({ nsid: 'com.atproto.server.refreshSession', json: {}, auth: 'refresh' }),
  'a renewal with the wrong token': () => ({ nsid: 'com.atproto.server.refreshSession' }),
  'a renewal without a token': () => ({ nsid: 'com.atproto.server.refreshSession', auth: 'none' }),
  'a token for another service': get(
    'com.atproto.server.getServiceAuth',
    () => 'aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob',
  ),
  'a token for nobody': get('com.atproto.server.getServiceAuth', () => 'lxm=com.atproto.repo.uploadBlob'),
  'a token for no DID': get('com.atproto.server.getServiceAuth', () => 'aud=example'),
  'a token for two hours': get(
    'com.atproto.server.getServiceAuth',
    () =>
      `aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob&exp=${Math.floor(Date.now() / 1000) + 7200}`,
  ),
  'a token that has ended': get(
    'com.atproto.server.getServiceAuth',
    () => `aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob&exp=1000`,
  ),
  'two writes': writes(create(), create()),
  'no writes': writes(),
  'writes that are none': () => ({ nsid: APPLY, json: { repo: 'ada.test' } }),
  'a write of no kind': writes({ collection: POST, value: aPost() }),
  'a write of an odd kind': writes({ ...create(), $type: 'com.atproto.repo.applyWrites#odd' }),
  'a write without a collection': writes({ $type: 'com.atproto.repo.applyWrites#create', value: aPost() }),
  'a second write that breaks the rules': writes(create(), create({ langs: ['x!'] })),
  'a write under a key that is no TID': writes({ ...create(), rkey: 'self' }),
  'a write that deletes nothing': writes({
    $type: 'com.atproto.repo.applyWrites#delete',
    collection: POST,
    rkey: '3n2stmd4ajk2z',
  }),
  'writes at somebody else’s': () => ({
    nsid: APPLY,
    json: { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa', writes: [create()] },
  }),
  'a write under a key that is taken': ({ did, post }) => ({
    nsid: APPLY,
    json: { repo: did, writes: [{ ...create(), rkey: post.uri.split('/').at(-1) }] },
  }),
  'a gate': gate({ allow: [] }),
  'a gate for everybody': gate({}),
  'a gate of no post': gate({ post: 'x' }),
  'a gate with six rules': gate({
    allow: [1, 2, 3, 4, 5, 6].map(() => ({ $type: 'app.bsky.feed.threadgate#mentionRule' })),
  }),
  'a gate with a list that is none': gate({
    allow: [{ $type: 'app.bsky.feed.threadgate#listRule', list: 'x' }],
  }),
  'a gate under an odd key': gate({ allow: [] }, 'self'),
  'no token': () => ({ nsid: CREATE, json: {}, auth: 'none' }),
  'a wrong token': () => ({ nsid: CREATE, json: {}, auth: 'wrong' }),
  'the refresh token': () => ({ nsid: CREATE, json: {}, auth: 'refresh' }),
  'no body': () => ({ nsid: CREATE }),
  'a body that is no JSON': () => ({ nsid: CREATE, body: '{', type: 'application/json' }),
  'a body that is a list': () => ({ nsid: CREATE, json: [] }),
  'a body of another type': () => ({ nsid: CREATE, body: '{}', type: 'text/plain' }),
  'a call by the wrong method': () => ({ method: 'GET', nsid: CREATE }),
  'a query by the wrong method': () => ({ method: 'POST', nsid: 'com.atproto.repo.getRecord' }),
  'a call that nobody knows': () => ({ method: 'GET', nsid: 'com.example.call', auth: 'none' }),
  'a call whose name is none': () => ({ method: 'GET', nsid: 'x', auth: 'none' }),
  messages: get('chat.bsky.convo.listConvos', () => ''),
}
