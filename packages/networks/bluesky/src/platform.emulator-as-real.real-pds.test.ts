import { startEmulator } from '@social/emulator'
import { blueskyNetwork, WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makePerson, type RealPds, startRealPds } from './__fixtures__/real-pds.js'

const started = await startRealPds()
afterAll(() => started?.stop())

/** Somebody who asks one of the two servers. */
interface Asker {
  readonly url: string
  readonly did: string
  readonly token: string
  readonly refreshToken: string
  /** A post of theirs. */
  readonly post: { readonly uri: string; readonly cid: string }
}

/** A request as it is made to both. */
interface Asked {
  readonly method?: string
  readonly nsid: string
  readonly query?: string
  readonly json?: unknown
  readonly body?: string
  readonly type?: string | null
  /** `refresh`, or nothing at all; the access token unless given. */
  readonly auth?: 'refresh' | 'none' | 'wrong'
}

type Ask = Asked | ((asker: Asker) => Asked)

const NOW = '2026-11-22T10:00:00.000Z'
const POST = 'app.bsky.feed.post'
const CREATE = 'com.atproto.repo.createRecord'
const PUT = 'com.atproto.repo.putRecord'
const BLOB = 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a'

const aPost = (changes: object = {}) => ({ $type: POST, text: 'hello there', createdAt: NOW, ...changes })
const write = (record: unknown, changes: object = {}, nsid = CREATE): Ask => {
  const collection = typeof record === 'object' && record !== null && '$type' in record ? record.$type : POST
  return ({ did }) => ({ nsid, json: { repo: did, collection, record, ...changes } })
}
const facet = (features: unknown, byteStart: unknown = 0, byteEnd: unknown = 5) =>
  write(aPost({ facets: [{ index: { byteStart, byteEnd }, features }] }))
const link = (uri: unknown) => facet([{ $type: 'app.bsky.richtext.facet#link', uri }])
const images = (list: readonly unknown[]) =>
  write(aPost({ embed: { $type: 'app.bsky.embed.images', images: list } }))
const blob = (changes: object = {}) => ({
  $type: 'blob',
  ref: { $link: BLOB },
  mimeType: 'image/png',
  size: 70,
  ...changes,
})
const card = (external: object) => write(aPost({ embed: { $type: 'app.bsky.embed.external', external } }))
const at = (uri: unknown, cid: unknown = 'bafyreicm3mptb4q72pjaby6lst7t6e7rvnjl7ssc7yjzxk24nhuqcu7esi') => ({
  uri,
  cid,
})
const A_POST = 'at://did:plc:jxhiaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3n2stmd4ajk2a'
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

const CALLS: Readonly<Record<string, Ask>> = {
  'a post': write(aPost()),
  'a text that is no text': write(aPost({ text: 7 })),
  'a post without text': write({ $type: POST, createdAt: NOW }),
  'an empty text': write(aPost({ text: '' })),
  '301 letters': write(aPost({ text: 'a'.repeat(301) })),
  '3,001 bytes': write(aPost({ text: '👨‍👩‍👧‍👦'.repeat(121) })),
  'no moment': write({ $type: POST, text: 'x' }),
  'a day as moment': write(aPost({ createdAt: '2026-11-22' })),
  'a moment without zone': write(aPost({ createdAt: '2026-11-22T10:00:00' })),
  'a moment with an offset': write(aPost({ createdAt: '2026-11-22T10:00:00+02:00' })),
  'a moment that is none': write(aPost({ createdAt: '2026-13-45T10:00:00Z' })),
  'a moment without seconds': write(aPost({ createdAt: '2026-11-22T10:00Z' })),
  'a link': link('https://example.com'),
  'a link without a host': link('https:///x'),
  'a link that is half': link('https://'),
  'a link without a protocol': link('example.com'),
  'a link with a space': link('https://a b'),
  'a link in other letters': link('https://例え.jp/ü'),
  'a link that is no text': link(7),
  'a link with bytes': link('mailto:a@b.example'),
  'a mention of no DID': facet([{ $type: 'app.bsky.richtext.facet#mention', did: 'ada.test' }]),
  'a mention of a DID': facet([{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:abc' }]),
  'a tag': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }]),
  'an empty tag': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: '' }]),
  'a tag of 65 letters': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'a'.repeat(65) }]),
  'a feature of another kind': facet([{ $type: 'com.example.feature', x: 1 }]),
  'a feature without a kind': facet([{ uri: 'https://example.com' }]),
  'no features': facet([]),
  'features that are none': facet('x'),
  'a facet from behind': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 5, 2),
  'a facet beyond the text': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 0, 500),
  'a facet before the text': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], -1, 2),
  'a facet at half a byte': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 0.5, 2),
  'facets that are no list': write(aPost({ facets: 'x' })),
  'a language': write(aPost({ langs: ['pt-BR'] })),
  'a language that is none': write(aPost({ langs: ['x!'] })),
  'a language of one letter': write(aPost({ langs: ['e'] })),
  'a language as words': write(aPost({ langs: ['english language'] })),
  'an empty language': write(aPost({ langs: [''] })),
  'a language with underscore': write(aPost({ langs: ['en_US'] })),
  'a language that is no text': write(aPost({ langs: [7] })),
  'a language alone': write(aPost({ langs: 'en' })),
  'four languages': write(aPost({ langs: ['de', 'en', 'fr', 'es'] })),
  'nine tags': write(aPost({ tags: 'abcdefghi'.split('') })),
  'a tag that is too long': write(aPost({ tags: ['a'.repeat(65)] })),
  'a tag of 641 bytes': write(aPost({ tags: ['👨‍👩‍👧‍👦'.repeat(26)] })),
  'tags that are no list': write(aPost({ tags: 'x' })),
  labels: write(
    aPost({ labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] } }),
  ),
  'labels without values': write(aPost({ labels: { $type: 'com.atproto.label.defs#selfLabels' } })),
  'eleven labels': write(
    aPost({
      labels: {
        $type: 'com.atproto.label.defs#selfLabels',
        values: 'abcdefghijk'.split('').map((val) => ({ val })),
      },
    }),
  ),
  'a label that is too long': write(
    aPost({ labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'a'.repeat(129) }] } }),
  ),
  'labels of another kind': write(aPost({ labels: { $type: 'com.example.labels' } })),
  'an embed of another kind': write(aPost({ embed: { $type: 'com.example.embed', x: 1 } })),
  'an embed without a kind': write(aPost({ embed: { images: [] } })),
  'a picture that was not uploaded': images([{ alt: '', image: blob() }]),
  'a picture without words': images([{ image: blob() }]),
  'a picture without a blob': images([{ alt: '' }]),
  'five pictures': images([1, 2, 3, 4, 5].map(() => ({ alt: '', image: blob() }))),
  'a picture of no size': images([{ alt: '', image: blob(), aspectRatio: { width: 0, height: 1 } }]),
  'a picture of half a size': images([{ alt: '', image: blob(), aspectRatio: { width: 1 } }]),
  'a picture that is a video': images([{ alt: '', image: blob({ mimeType: 'video/mp4' }) }]),
  'a picture that is too big': images([{ alt: '', image: blob({ size: 2_000_001 }) }]),
  'a picture without a kind': images([
    { alt: '', image: { ref: { $link: BLOB }, mimeType: 'image/png', size: 1 } },
  ]),
  'pictures that are no list': write(aPost({ embed: { $type: 'app.bsky.embed.images', images: 'x' } })),
  'a card': card({ uri: 'https://example.com', title: 'x', description: '' }),
  'a card without a description': card({ uri: 'https://example.com', title: 'x' }),
  'a card without a title': card({ uri: 'https://example.com', description: 'x' }),
  'a card to nowhere': card({ uri: 'https:///x', title: 'x', description: '' }),
  'a card with a thumbnail that was not uploaded': card({
    uri: 'https://example.com',
    title: 'x',
    description: '',
    thumb: blob(),
  }),
  'a quote': ({ did, post }) => ({
    nsid: CREATE,
    json: {
      repo: did,
      collection: POST,
      record: aPost({ embed: { $type: 'app.bsky.embed.record', record: post } }),
    },
  }),
  'a quote of no address': write(aPost({ embed: { $type: 'app.bsky.embed.record', record: at('x') } })),
  'a quote without a hash': write(
    aPost({ embed: { $type: 'app.bsky.embed.record', record: { uri: A_POST } } }),
  ),
  'a quote with a wrong hash': write(
    aPost({ embed: { $type: 'app.bsky.embed.record', record: at(A_POST, 'x') } }),
  ),
  'a quote with a card': write(
    aPost({
      embed: {
        $type: 'app.bsky.embed.recordWithMedia',
        record: { $type: 'app.bsky.embed.record', record: at(A_POST) },
        media: {
          $type: 'app.bsky.embed.external',
          external: { uri: 'https://example.com', title: '', description: '' },
        },
      },
    }),
  ),
  'a quote with nothing': write(
    aPost({
      embed: {
        $type: 'app.bsky.embed.recordWithMedia',
        record: { $type: 'app.bsky.embed.record', record: at(A_POST) },
      },
    }),
  ),
  'an answer': write(aPost({ reply: { root: at(A_POST), parent: at(A_POST) } })),
  'an answer without a root': write(aPost({ reply: { parent: at(A_POST) } })),
  'an answer to no address': write(aPost({ reply: { root: at(A_POST), parent: at('https://x.example') } })),
  'an answer to a handle': write(
    aPost({ reply: { root: at(A_POST), parent: at('at://ada.test/app.bsky.feed.post/3n2stmd4ajk2a') } }),
  ),
  'fields that nobody knows': write(aPost({ something: 'new' })),
  'another kind than the collection': write(aPost({ $type: 'app.bsky.feed.like' }), { collection: POST }),
  'no kind': write({ text: 'x', createdAt: NOW }),
  'a collection that is no name': write(aPost(), { collection: 'posts' }),
  'a collection that nobody knows': write({ $type: 'com.example.thing', x: 1 }),
  'a collection that nobody knows, to be checked': write(
    { $type: 'com.example.thing', x: 1 },
    { validate: true },
  ),
  'what breaks the rules, unchecked': write(aPost({ langs: ['x!'] }), { validate: false }),
  'a key that is no TID': write(aPost(), { rkey: 'self' }),
  'a key of 14 letters': write(aPost(), { rkey: '3n2stmd4ajk2aa' }),
  'a key with odd letters': write(aPost(), { rkey: '3n2stmd4ajk2!' }),
  'a key that is taken': ({ did, post }) => ({
    nsid: CREATE,
    json: { repo: did, collection: POST, record: aPost(), rkey: post.uri.split('/').at(-1) },
  }),
  'no record': ({ did }) => ({ nsid: CREATE, json: { repo: did, collection: POST } }),
  'a record that is a text': write('x'),
  'no repository': () => ({ nsid: CREATE, json: { collection: POST, record: aPost() } }),
  'a repository that is no name': write(aPost(), { repo: 'x' }),
  'the repository of somebody else': write(aPost(), { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa' }),
  'a like': write({ $type: 'app.bsky.feed.like', subject: at(A_POST), createdAt: NOW }),
  'a like of nothing': write({ $type: 'app.bsky.feed.like', createdAt: NOW }),
  'a like of no address': write({ $type: 'app.bsky.feed.like', subject: at('x'), createdAt: NOW }),
  'a like without a moment': write({ $type: 'app.bsky.feed.like', subject: at(A_POST) }),
  'a repost': write({ $type: 'app.bsky.feed.repost', subject: at(A_POST), createdAt: NOW }),
  'a repost of nothing': write({ $type: 'app.bsky.feed.repost', createdAt: NOW }),
  'a follow': write({
    $type: 'app.bsky.graph.follow',
    subject: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa',
    createdAt: NOW,
  }),
  'a follow of a handle': write({ $type: 'app.bsky.graph.follow', subject: 'ada.test', createdAt: NOW }),
  'a record that is put': write(aPost(), { rkey: '3n2stmd4ajk2c' }, PUT),
  'a record that is put without a key': write(aPost(), {}, PUT),
  'a record that is put under a key that is no TID': write(aPost(), { rkey: 'self' }, PUT),
  'a broken record that is put': write(aPost({ langs: ['x!'] }), { rkey: '3n2stmd4ajk2d' }, PUT),
  'a deletion of what is not there': ({ did }) => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: did, collection: POST, rkey: '3n2stmd4ajk2z' },
  }),
  'a deletion without a key': ({ did }) => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: did, collection: POST },
  }),
  'a deletion at somebody else’s': () => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa', collection: POST, rkey: '3n2stmd4ajk2z' },
  }),
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

async function ask(asker: Asker, asked: Ask) {
  const {
    method = 'POST',
    nsid,
    query = '',
    json,
    body,
    type,
    auth,
  } = typeof asked === 'function' ? asked(asker) : asked
  const token = auth === 'refresh' ? asker.refreshToken : auth === 'wrong' ? 'a.b.c' : asker.token
  const contentType = type === undefined ? (json === undefined ? null : 'application/json') : type
  const content = json === undefined ? body : JSON.stringify(json)
  const reply = await fetch(`${asker.url}/xrpc/${nsid}?${query}`, {
    method,
    headers: {
      ...(auth !== 'none' && { authorization: `Bearer ${token}` }),
      ...(contentType !== null && { 'content-type': contentType }),
    },
    // Bytes, so that no type is added.
    ...(content !== undefined && { body: Buffer.from(content) }),
  })
  const text = await reply.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  const { error = null, message = null } = (answer ?? {}) as { error?: string; message?: string } // a refusal's own fields
  return { status: reply.status, error, message: message?.replace(asker.did, 'did:plc:ada') ?? null }
}

async function firstPost({ url, did, token }: Omit<Asker, 'post'>): Promise<Asker['post']> {
  const reply = await fetch(`${url}/xrpc/${CREATE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repo: did, collection: POST, record: aPost() }),
  })
  const { uri, cid } = (await reply.json()) as Asker['post'] // the server's own reply
  return { uri, cid }
}

async function askerAt(url: string, did: string, password: string): Promise<Asker> {
  const reply = await fetch(`${url}/xrpc/com.atproto.server.createSession`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: did, password }),
  })
  const { accessJwt, refreshJwt } = (await reply.json()) as { accessJwt: string; refreshJwt: string } // as above
  const asker = { url, did, token: accessJwt, refreshToken: refreshJwt }
  return { ...asker, post: await firstPost(asker) }
}

describe.runIf(started !== null)('the emulator', () => {
  let real: Asker
  let emulated: Asker
  let close: () => Promise<void>
  beforeAll(async () => {
    const pds = started as RealPds // the whole of this is left out without it
    const person = await makePerson(pds, 'ada')
    real = await askerAt(pds.url, person.did, person.appPassword)
    const emulator = await startEmulator({ networks: [blueskyNetwork({ people: [{ handle: 'ada.test' }] })] })
    const did = emulator.control.bluesky.state().people[0]?.did ?? ''
    const { entryway } = emulator.addresses('bluesky')
    emulated = await askerAt(entryway, did, WITHOUT_MESSAGES)
    close = () => emulator.close()
  })
  afterAll(() => close())

  it.each(Object.entries(CALLS))('answers as the real server, word for word: %s', async (_what, asked) => {
    expect(await ask(emulated, asked)).toEqual(await ask(real, asked))
  })
})
