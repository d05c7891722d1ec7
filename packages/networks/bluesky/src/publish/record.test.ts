import { describe, expect, it } from 'vitest'

import { type RecordParts, toRecord, type Uploaded } from './record.js'
import { NO_REFERENCES } from './references.js'

const blobOf = (link: string) =>
  ({ $type: 'blob', mimeType: 'image/png', size: 7, ref: { $link: link } }) as const
const picture = (name: string, changes: Partial<Uploaded> = {}): Uploaded => ({
  kind: 'IMAGE',
  blob: blobOf(name),
  altText: `about ${name}`,
  aspectRatio: { width: 4, height: 3 },
  ...changes,
})
const video = (changes: Partial<Uploaded> = {}): Uploaded => ({ ...picture('v'), kind: 'VIDEO', ...changes })
const four = ['a', 'b', 'c', 'd'].map((name) => picture(name))
const card = { uri: 'https://a.example', title: 'A', description: 'B', thumb: blobOf('page') }
const ref = (key: string) => ({ uri: `at://did:plc:a/app.bsky.feed.post/${key}`, cid: `bafy${key}` })

const record = (parts: Partial<RecordParts> = {}) =>
  toRecord({
    text: 'Hi',
    createdAt: '2026-11-22T12:00:00.000Z',
    facets: [],
    references: NO_REFERENCES,
    files: [],
    captions: [],
    card: null,
    options: {},
    ...parts,
  })

const TEXT_RECORD = { $type: 'app.bsky.feed.post', text: 'Hi', createdAt: '2026-11-22T12:00:00.000Z' }

describe('the record of a post', () => {
  it('contains only set fields', () => {
    expect(record()).toEqual(TEXT_RECORD)
  })

  it('contains languages, warnings and tags', () => {
    expect(record({ options: { langs: 'en', labels: ['nudity'], tags: ['cake'] } })).toEqual({
      ...TEXT_RECORD,
      langs: ['en'],
      labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] },
      tags: ['cake'],
    })
    expect(record({ options: { langs: ['en', 'de'] } })).toEqual({ ...TEXT_RECORD, langs: ['en', 'de'] })
  })

  it('contains the parent and the quote', () => {
    const reply = { root: ref('1'), parent: ref('2') }
    expect(record({ references: { reply, quote: null } })).toEqual({ ...TEXT_RECORD, reply })
    expect(record({ references: { reply: null, quote: ref('3') } })).toEqual({
      ...TEXT_RECORD,
      embed: { $type: 'app.bsky.embed.record', record: ref('3') },
    })
  })

  it('contains the positions of its links', () => {
    const facets = [
      {
        index: { byteStart: 0, byteEnd: 2 },
        features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'Hi' }],
      },
    ] as const
    expect(record({ facets })).toEqual({ ...TEXT_RECORD, facets })
  })
})

describe('the embed of a post', () => {
  it.each<[string, Partial<RecordParts>, object]>([
    [
      'one image',
      { files: [picture('a')] },
      {
        $type: 'app.bsky.embed.images',
        images: [{ alt: 'about a', image: blobOf('a'), aspectRatio: { width: 4, height: 3 } }],
      },
    ],
    [
      'an image of unknown size',
      { files: [picture('a', { aspectRatio: null, altText: '' })] },
      { $type: 'app.bsky.embed.images', images: [{ alt: '', image: blobOf('a') }] },
    ],
    [
      'a video',
      { files: [video()] },
      {
        $type: 'app.bsky.embed.video',
        video: blobOf('v'),
        alt: 'about v',
        aspectRatio: { width: 4, height: 3 },
      },
    ],
    [
      'a video without alt text',
      { files: [video({ altText: '', aspectRatio: null })] },
      { $type: 'app.bsky.embed.video', video: blobOf('v') },
    ],
    [
      'a video with captions',
      { files: [video({ altText: '', aspectRatio: null })], captions: [{ lang: 'en', file: blobOf('c') }] },
      { $type: 'app.bsky.embed.video', video: blobOf('v'), captions: [{ lang: 'en', file: blobOf('c') }] },
    ],
    ['a card with the image of its page', { card }, { $type: 'app.bsky.embed.external', external: card }],
    [
      'a card with an image of the post',
      { card, files: [picture('a')] },
      { $type: 'app.bsky.embed.external', external: { ...card, thumb: blobOf('a') } },
    ],
  ])('is %s', (_what, parts, embed) => {
    expect(record(parts)).toEqual({ ...TEXT_RECORD, embed })
  })

  it('is up to four images, or a gallery for more', () => {
    expect(record({ files: four })).toMatchObject({ embed: { $type: 'app.bsky.embed.images' } })
    const { embed } = record({ files: [...four, picture('e', { aspectRatio: null })] })
    expect(embed).toMatchObject({ $type: 'app.bsky.embed.gallery', items: { length: 5 } })
    expect(embed).toHaveProperty('items[0]', {
      $type: 'app.bsky.embed.gallery#image',
      alt: 'about a',
      image: blobOf('a'),
      aspectRatio: { width: 4, height: 3 },
    })
    expect(embed).not.toHaveProperty('items[4].aspectRatio')
  })

  it('is combined with a quote', () => {
    const references = { reply: null, quote: ref('3') }
    expect(record({ references, card })).toEqual({
      ...TEXT_RECORD,
      embed: {
        $type: 'app.bsky.embed.recordWithMedia',
        record: { $type: 'app.bsky.embed.record', record: ref('3') },
        media: { $type: 'app.bsky.embed.external', external: card },
      },
    })
  })
})
