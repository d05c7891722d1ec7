/** Account that sends the test requests, at the emulator or at a real server. */
export interface Asker {
  readonly url: string
  readonly did: string
  readonly token: string
  readonly refreshToken: string
  /** A post of this account that exists. */
  readonly post: { readonly uri: string; readonly cid: string }
}

/** A request that the test sends to the emulator and to a real server. */
export interface Asked {
  readonly method?: string
  readonly nsid: string
  readonly query?: string
  readonly json?: unknown
  readonly body?: string
  readonly type?: string | null
  /**
   * Token of the request: the refresh token, no token or an invalid token. Default: the access
   * token.
   */
  readonly auth?: 'refresh' | 'none' | 'wrong'
}

/** A request, or a function that creates the request for an account. */
export type Ask = Asked | ((asker: Asker) => Asked)

/** Creation time of every test record. */
export const NOW = '2026-11-22T10:00:00.000Z'
/** Collection of post records. */
export const POST = 'app.bsky.feed.post'
/** Method that creates a record. */
export const CREATE = 'com.atproto.repo.createRecord'
const PUT = 'com.atproto.repo.putRecord'
const BLOB = 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a'

/** Creates a post record. `changes` replaces fields. */
export const aPost = (changes: object = {}) => ({
  $type: POST,
  text: 'hello there',
  createdAt: NOW,
  ...changes,
})
/** Returns the request that writes a record. */
export const write = (record: unknown, changes: object = {}, nsid = CREATE): Ask => {
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
const at = (
  uri: unknown,
  cid: unknown = 'bafyreicm3mptb4q72pjaby6lst7t6e7rvnjl7ssc7yjzxk24nhuqcu7esi',
) => ({
  uri,
  cid,
})
/** AT URI of a post that does not exist. */
export const A_POST = 'at://did:plc:jxhiaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3n2stmd4ajk2a'

/** Requests that write unusual records. The key describes what is unusual. */
export const RECORDS: Readonly<Record<string, Ask>> = {
  'a post': write(aPost()),
  'a text of the wrong type': write(aPost({ text: 7 })),
  'a post without text': write({ $type: POST, createdAt: NOW }),
  'an empty text': write(aPost({ text: '' })),
  '301 characters': write(aPost({ text: 'a'.repeat(301) })),
  '3,001 bytes': write(aPost({ text: '👨‍👩‍👧‍👦'.repeat(121) })),
  'no time': write({ $type: POST, text: 'x' }),
  'a day as time': write(aPost({ createdAt: '2026-11-22' })),
  'a time without time zone': write(aPost({ createdAt: '2026-11-22T10:00:00' })),
  'a time with an offset': write(aPost({ createdAt: '2026-11-22T10:00:00+02:00' })),
  'an invalid time': write(aPost({ createdAt: '2026-13-45T10:00:00Z' })),
  'a time without seconds': write(aPost({ createdAt: '2026-11-22T10:00Z' })),
  'a link': link('https://example.com'),
  'a link without a host': link('https:///x'),
  'an incomplete link': link('https://'),
  'a link without a protocol': link('example.com'),
  'a link with a space': link('https://a b'),
  'a link in other scripts': link('https://例え.jp/ü'),
  'a link of the wrong type': link(7),
  'a mailto link': link('mailto:a@b.example'),
  'a mention of a handle': facet([{ $type: 'app.bsky.richtext.facet#mention', did: 'ada.test' }]),
  'a mention of a DID': facet([{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:abc' }]),
  'a tag': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }]),
  'an empty tag': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: '' }]),
  'a tag of 65 characters': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'a'.repeat(65) }]),
  'a feature of another type': facet([{ $type: 'com.example.feature', x: 1 }]),
  'a feature without a type': facet([{ uri: 'https://example.com' }]),
  'no features': facet([]),
  'invalid features': facet('x'),
  'a facet with its end before its start': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 5, 2),
  'a facet after the end of the text': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 0, 500),
  'a facet before the start of the text': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], -1, 2),
  'a facet at a fraction of a byte': facet([{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }], 0.5, 2),
  'facets that are not a list': write(aPost({ facets: 'x' })),
  'a language': write(aPost({ langs: ['pt-BR'] })),
  'an invalid language': write(aPost({ langs: ['x!'] })),
  'a language of one character': write(aPost({ langs: ['e'] })),
  'a language as text with spaces': write(aPost({ langs: ['english language'] })),
  'an empty language': write(aPost({ langs: [''] })),
  'a language with underscore': write(aPost({ langs: ['en_US'] })),
  'a language of the wrong type': write(aPost({ langs: [7] })),
  'a language outside of a list': write(aPost({ langs: 'en' })),
  'four languages': write(aPost({ langs: ['de', 'en', 'fr', 'es'] })),
  'nine tags': write(aPost({ tags: 'abcdefghi'.split('') })),
  'a tag that is too long': write(aPost({ tags: ['a'.repeat(65)] })),
  'a tag of 641 bytes': write(aPost({ tags: ['👨‍👩‍👧‍👦'.repeat(26)] })),
  'tags that are not a list': write(aPost({ tags: 'x' })),
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
  'labels of another type': write(aPost({ labels: { $type: 'com.example.labels' } })),
  'an embed of another type': write(aPost({ embed: { $type: 'com.example.embed', x: 1 } })),
  'an embed without a type': write(aPost({ embed: { images: [] } })),
  'an image that was not uploaded': images([{ alt: '', image: blob() }]),
  'an image without alt text': images([{ image: blob() }]),
  'an image without a blob': images([{ alt: '' }]),
  'five images': images([1, 2, 3, 4, 5].map(() => ({ alt: '', image: blob() }))),
  'an image of size 0': images([{ alt: '', image: blob(), aspectRatio: { width: 0, height: 1 } }]),
  'an image with an incomplete size': images([{ alt: '', image: blob(), aspectRatio: { width: 1 } }]),
  'an image that is a video': images([{ alt: '', image: blob({ mimeType: 'video/mp4' }) }]),
  'an image that is too large': images([{ alt: '', image: blob({ size: 2_000_001 }) }]),
  'an image without a type': images([
    { alt: '', image: { ref: { $link: BLOB }, mimeType: 'image/png', size: 1 } },
  ]),
  'images that are not a list': write(aPost({ embed: { $type: 'app.bsky.embed.images', images: 'x' } })),
  'a card': card({ uri: 'https://example.com', title: 'x', description: '' }),
  'a card without a description': card({ uri: 'https://example.com', title: 'x' }),
  'a card without a title': card({ uri: 'https://example.com', description: 'x' }),
  'a card with an invalid URL': card({ uri: 'https:///x', title: 'x', description: '' }),
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
  'a quote of an invalid address': write(aPost({ embed: { $type: 'app.bsky.embed.record', record: at('x') } })),
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
  'a reply': write(aPost({ reply: { root: at(A_POST), parent: at(A_POST) } })),
  'a reply without a root': write(aPost({ reply: { parent: at(A_POST) } })),
  'a reply to an invalid address': write(aPost({ reply: { root: at(A_POST), parent: at('https://x.example') } })),
  'a reply to an address with a handle': write(
    aPost({ reply: { root: at(A_POST), parent: at('at://ada.test/app.bsky.feed.post/3n2stmd4ajk2a') } }),
  ),
  'unknown fields': write(aPost({ something: 'new' })),
  'another type than the collection': write(aPost({ $type: 'app.bsky.feed.like' }), { collection: POST }),
  'no type': write({ text: 'x', createdAt: NOW }),
  'an invalid collection': write(aPost(), { collection: 'posts' }),
  'an unknown collection': write({ $type: 'com.example.thing', x: 1 }),
  'an unknown collection, with validation': write(
    { $type: 'com.example.thing', x: 1 },
    { validate: true },
  ),
  'an invalid record, without validation': write(aPost({ langs: ['x!'] }), { validate: false }),
  'a key that is not a TID': write(aPost(), { rkey: 'self' }),
  'a key of 14 characters': write(aPost(), { rkey: '3n2stmd4ajk2aa' }),
  'a key with odd characters': write(aPost(), { rkey: '3n2stmd4ajk2!' }),
  'an existing key': ({ did, post }) => ({
    nsid: CREATE,
    json: { repo: did, collection: POST, record: aPost(), rkey: post.uri.split('/').at(-1) },
  }),
  'no record': ({ did }) => ({ nsid: CREATE, json: { repo: did, collection: POST } }),
  'a record that is a text': write('x'),
  'no repository': () => ({ nsid: CREATE, json: { collection: POST, record: aPost() } }),
  'an invalid repository': write(aPost(), { repo: 'x' }),
  'another repository': write(aPost(), { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa' }),
  'a like': write({ $type: 'app.bsky.feed.like', subject: at(A_POST), createdAt: NOW }),
  'a like of nothing': write({ $type: 'app.bsky.feed.like', createdAt: NOW }),
  'a like of an invalid address': write({ $type: 'app.bsky.feed.like', subject: at('x'), createdAt: NOW }),
  'a like without a time': write({ $type: 'app.bsky.feed.like', subject: at(A_POST) }),
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
  'a record that is put with a key that is not a TID': write(aPost(), { rkey: 'self' }, PUT),
  'an invalid record that is put': write(aPost({ langs: ['x!'] }), { rkey: '3n2stmd4ajk2d' }, PUT),
  'a deletion of a missing record': ({ did }) => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: did, collection: POST, rkey: '3n2stmd4ajk2z' },
  }),
  'a deletion without a key': ({ did }) => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: did, collection: POST },
  }),
  'a deletion in another repository': () => ({
    nsid: 'com.atproto.repo.deleteRecord',
    json: { repo: 'did:plc:jxhiaaaaaaaaaaaaaaaaaaaa', collection: POST, rkey: '3n2stmd4ajk2z' },
  }),
}
