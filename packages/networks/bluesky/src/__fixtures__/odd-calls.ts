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

/** Unusual requests. The key describes what is unusual. */
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
  'a missing record': get(
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
  'records, with limit 0': get(
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
  'records of a missing account': get('com.atproto.repo.listRecords', () => `repo=nobody.test&collection=${POST}`),
  'records after an odd cursor': get(
    'com.atproto.repo.listRecords',
    ({ did }) => `repo=${did}&collection=${POST}&cursor=%20x`,
  ),
  'a file without a type': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: null }),
  'an empty file': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: '', type: 'text/plain' }),
  'a file': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: 'text/plain' }),
  'a file of an invalid type': () => ({ nsid: 'com.atproto.repo.uploadBlob', body: 'hello', type: 'x' }),
  'a file without a token': () => ({
    nsid: 'com.atproto.repo.uploadBlob',
    body: 'hello',
    type: 'text/plain',
    auth: 'none',
  }),
  'a handle': get('com.atproto.identity.resolveHandle', () => 'handle=ada.test'),
  'a missing handle': get('com.atproto.identity.resolveHandle', () => 'handle=nobody.test'),
  'an invalid handle': get('com.atproto.identity.resolveHandle', () => 'handle=a%20b'),
  'no handle': get('com.atproto.identity.resolveHandle', () => ''),
  'a sign-in with a wrong password': () => ({
    nsid: 'com.atproto.server.createSession',
    json: { identifier: 'ada.test', password: 'x' },
    auth: 'none',
  }),
  'a sign-in of a missing account': () => ({
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
  'a refresh with a body': () => ({ nsid: 'com.atproto.server.refreshSession', json: {}, auth: 'refresh' }),
  'a refresh with the wrong token': () => ({ nsid: 'com.atproto.server.refreshSession' }),
  'a refresh without a token': () => ({ nsid: 'com.atproto.server.refreshSession', auth: 'none' }),
  'a token for another service': get(
    'com.atproto.server.getServiceAuth',
    () => 'aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob',
  ),
  'a token without an audience': get('com.atproto.server.getServiceAuth', () => 'lxm=com.atproto.repo.uploadBlob'),
  'a token for an invalid DID': get('com.atproto.server.getServiceAuth', () => 'aud=example'),
  'a token for two hours': get(
    'com.atproto.server.getServiceAuth',
    () =>
      `aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob&exp=${Math.floor(Date.now() / 1000) + 7200}`,
  ),
  'an expired token': get(
    'com.atproto.server.getServiceAuth',
    () => `aud=did:web:example.com&lxm=com.atproto.repo.uploadBlob&exp=1000`,
  ),
  'two writes': writes(create(), create()),
  'no writes': writes(),
  'a call without writes': () => ({ nsid: APPLY, json: { repo: 'ada.test' } }),
  'a write without a type': writes({ collection: POST, value: aPost() }),
  'a write of an odd type': writes({ ...create(), $type: 'com.atproto.repo.applyWrites#odd' }),
  'a write without a collection': writes({ $type: 'com.atproto.repo.applyWrites#create', value: aPost() }),
  'a second write that breaks the rules': writes(create(), create({ langs: ['x!'] })),
  'a write with a key that is not a TID': writes({ ...create(), rkey: 'self' }),
  'a deletion of a missing record in a write': writes({
    $type: 'com.atproto.repo.applyWrites#delete',
    collection: POST,
    rkey: '3n2stmd4ajk2z',
  }),
  'writes to another repository': () => ({
    nsid: APPLY,
    json: { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa', writes: [create()] },
  }),
  'a write with an existing key': ({ did, post }) => ({
    nsid: APPLY,
    json: { repo: did, writes: [{ ...create(), rkey: post.uri.split('/').at(-1) }] },
  }),
  'a gate': gate({ allow: [] }),
  'a gate without rules': gate({}),
  'a gate of an invalid post': gate({ post: 'x' }),
  'a gate with six rules': gate({
    allow: [1, 2, 3, 4, 5, 6].map(() => ({ $type: 'app.bsky.feed.threadgate#mentionRule' })),
  }),
  'a gate with an invalid list': gate({
    allow: [{ $type: 'app.bsky.feed.threadgate#listRule', list: 'x' }],
  }),
  'a gate with an odd key': gate({ allow: [] }, 'self'),
  'no token': () => ({ nsid: CREATE, json: {}, auth: 'none' }),
  'a wrong token': () => ({ nsid: CREATE, json: {}, auth: 'wrong' }),
  'the refresh token': () => ({ nsid: CREATE, json: {}, auth: 'refresh' }),
  'no body': () => ({ nsid: CREATE }),
  'a body that is not JSON': () => ({ nsid: CREATE, body: '{', type: 'application/json' }),
  'a body that is a list': () => ({ nsid: CREATE, json: [] }),
  'a body of another type': () => ({ nsid: CREATE, body: '{}', type: 'text/plain' }),
  'a call by the wrong method': () => ({ method: 'GET', nsid: CREATE }),
  'a query by the wrong method': () => ({ method: 'POST', nsid: 'com.atproto.repo.getRecord' }),
  'an unknown call': () => ({ method: 'GET', nsid: 'com.example.call', auth: 'none' }),
  'a call with an invalid name': () => ({ method: 'GET', nsid: 'x', auth: 'none' }),
  messages: get('chat.bsky.convo.listConvos', () => ''),
}
