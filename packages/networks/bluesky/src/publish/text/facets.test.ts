import { RichText } from '@atproto/api'
import { aCall } from '@social/testkit/platform'
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import { toTextLinks } from '../../map/facets.js'
import { bluesky } from '../../platform.js'
import { marksOf, readFacets, toFacets } from './facets.js'

/**
 * Returns the marks of a text as pairs of text and target. The target of a mention is its handle.
 */
async function marked(text: string): Promise<readonly (readonly [string, string])[]> {
  const marks = await marksOf(text)
  return marks.map(({ start, end, value }) => [text.slice(start, end), value] as const)
}

/**
 * Returns the facets of a text in the format of Bluesky's official library, with handles instead
 * of DIDs.
 */
async function facetsOf(text: string) {
  const marks = await marksOf(text)
  const facets = toFacets(text, marks, new Map(marks.map(({ value }) => [value, value])))
  return facets.map(({ index, features }) => [index.byteStart, index.byteEnd, features[0]])
}

function officialFacets(text: string) {
  const rich = new RichText({ text })
  rich.detectFacetsWithoutResolution()
  return (rich.facets ?? [])
    .map(({ index, features }) => [index.byteStart, index.byteEnd, features[0]] as const)
    .toSorted((left, right) => left[0] - right[0])
}

describe('marks of a text', () => {
  it('have the byte offsets of the known example', async () => {
    const text =
      '✨ example mentioning @atproto.com to share the URL 👨‍❤️‍👨 https://en.wikipedia.org/wiki/CBOR. #tag, $ABC (see foo.dev)'

    expect((await facetsOf(text)).map(([from, to]) => [from, to])).toEqual([
      [23, 35],
      [74, 108],
      [110, 114],
      [116, 120],
      [126, 133],
    ])
  })

  it.each([
    ['(https://example.com)', [['https://example.com', 'https://example.com']]],
    ['https://example.com/a_(b), x', [['https://example.com/a_(b)', 'https://example.com/a_(b)']]],
    ['see foo.dev/x?y=1!', [['foo.dev/x?y=1', 'https://foo.dev/x?y=1']]],
    ['no.such-ending and e.g. this', []],
    [
      '#1 #a1 #ünï #日本語',
      [
        ['#a1', 'a1'],
        ['#ünï', 'ünï'],
        ['#日本語', '日本語'],
      ],
    ],
    ['#end.', [['#end', 'end']]],
    ['a#b c@d.com', []],
    ['@a.test and @b', [['@a.test', 'a.test']]],
    ['$abc $toolongone', [['$abc', '$ABC']]],
    [`#${'a'.repeat(65)}`, []],
  ] as const)('are found in %j', async (text, wanted) => {
    expect(await marked(text)).toEqual(wanted)
  })

  it.each([
    'hello @alice.bsky.social and https://example.com/path?q=1#x #tag',
    'مرحبا @bob.test #وسم https://example.com',
    '👩‍👩‍👧‍👧 #family 🏳️‍🌈 @cleo.example.com 🦋 foo.bar.co.uk/x $TSLA.',
    '日本語テキスト #タグ https://例え.jp/ @dee.com',
    'line one\n#two\n@three.com\nhttps://four.com\n',
    '(@a.com) (https://b.com) (c.com)',
  ])('match the official library for %j', async (text) => {
    expect(await facetsOf(text)).toEqual(
      officialFacets(text).map(([from, to, feature]) => [from, to, feature]),
    )
  })

  it('match the official library for random texts', async () => {
    const tokens = constantFrom(
      '#tag',
      '#日本',
      '@ada.test',
      '@bea.bsky.social',
      'https://example.com/a',
      'foo.dev',
      'naïve',
      '👨‍👩‍👧‍👦',
      '$ABC',
      '(foo.com)',
      'x.',
      '🏳️‍🌈,',
      '#a.b',
      'Straße',
    )
    const spaces = constantFrom(' ', '\n', '  ')
    await assert(
      asyncProperty(array(tuple(tokens, spaces), { maxLength: 12 }), async (pairs) => {
        const text = pairs.flat().join('')
        expect(await facetsOf(text)).toEqual(
          officialFacets(text).map(([from, to, feature]) => [from, to, feature]),
        )
      }),
    )
  })

  it('are read back at the same characters', async () => {
    const text = '🦋 größe: https://example.com #Übung 👩🏽'
    const marks = await marksOf(text)
    const links = toTextLinks(text, toFacets(text, marks, new Map()))

    expect(links.map(({ start, end, target }) => [start, end, target])).toEqual(
      marks.map(({ start, end, value }) => [start, end, value]),
    )
  })
})

describe('marks of another program', () => {
  it.each([
    ['inside a character', { byteStart: 1, byteEnd: 3 }],
    ['after the end of the text', { byteStart: 0, byteEnd: 99 }],
    ['reversed', { byteStart: 3, byteEnd: 0 }],
    ['not numbers', { byteStart: 'a', byteEnd: 'b' }],
  ])('that are %s are left out', (_what, index) => {
    const features = [{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }]

    expect(toTextLinks('é é', [{ index, features }, null, 7])).toEqual([])
  })

  it('of an unknown type are left out', () => {
    const index = { byteStart: 0, byteEnd: 1 }

    expect(toTextLinks('abc', [{ index, features: [{ $type: 'some.where#else' }] }])).toEqual([])
  })
})

describe('a mentioned person', () => {
  const RESOLVE = 'GET /xrpc/com.atproto.identity.resolveHandle'
  const facetsWith = (reply: object) => {
    const call = aCall({
      platform: bluesky(),
      connection: anAccount(),
      retries: { attempts: 1 },
      replies: { [RESOLVE]: reply },
    })
    return { call, facets: readFacets('hi @Bo.bsky.social', call) }
  }

  it('is resolved in lower case, and marked with the DID', async () => {
    const { call, facets } = facetsWith({ did: 'did:plc:abc' })

    expect(await facets).toMatchObject([{ features: [{ did: 'did:plc:abc' }] }])
    expect(call.transport.requests[0]?.url).toContain('handle=bo.bsky.social')
  })

  it.each([
    [
      'the handle does not exist',
      { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve' } },
    ],
    ['the resolver fails', { status: 502, body: {} }],
  ])('stays plain text with a warning when %s', async (_what, reply) => {
    const { call, facets } = facetsWith(reply)

    expect(await facets).toEqual([])
    expect(call.warnings).toEqual([expect.stringContaining('@Bo.bsky.social stays plain text')])
  })

  it.each([
    ['the token is refused', { status: 401, body: { error: 'AuthMissing' } }, 'AUTH'],
    ['the rate limit is exhausted', { status: 429, body: {} }, 'RATE_LIMIT'],
  ])('stops the post when %s', async (_what, reply, code) => {
    await expect(facetsWith(reply).facets).rejects.toMatchObject({ code })
  })
})
