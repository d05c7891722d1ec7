/** Somebody who asks one of the two servers. */
export interface Asker {
  readonly url: string
  readonly did: string
  readonly token: string
  readonly refreshToken: string
  /** A post of theirs. */
  readonly post: { readonly uri: string; readonly cid: string }
}

/** A request as it is made to both. */
export interface Asked {
  readonly method?: string
  readonly nsid: string
  readonly query?: string
  readonly json?: unknown
  readonly body?: string
  readonly type?: string | null
  /** `refresh`, or nothing at all; the access token unless given. */
  readonly auth?: 'refresh' | 'none' | 'wrong'
}

/** The same, of what the asker has. */
export type Ask = Asked | ((asker: Asker) => Asked)

/** When everything happens. */
export const NOW = '2026-11-22T10:00:00.000Z'
/** What a post is called. */
export const POST = 'app.bsky.feed.post'
/** The call that makes a record. */
export const CREATE = 'com.atproto.repo.createRecord'
const PUT = 'com.atproto.repo.putRecord'
const BLOB = 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a'

/** A post as it is written. */
export const aPost = (changes: object = {}) => ({
  $type: POST,
  text: 'hello there',
  createdAt: NOW,
  ...changes,
})
/** The request that makes a record. */
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
/** A post that is not there. */
export const A_POST = 'at://did:plc:jxhiaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3n2stmd4ajk2a'

/** Records, by what is odd about them. */
export const RECORDS: Readonly<Record<string, Ask>> = {
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
}
