import { isInput, type Input } from './input.js'
import { XrpcRefusal } from './refusals.js'
import type { BlueskyState } from './state.js'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const ADDRESS = /^at:\/\/did:[a-z]+:[^/]+\/[a-zA-Z.]+\/[\w.~:-]+$/

type Fail = (problem: string, path: string) => never

function count(text: string): number {
  return [...segmenter.segment(text)].length
}

function checkText(text: unknown, fail: Fail): void {
  if (typeof text !== 'string') return fail('expected a string value type', '$.record.text')
  const bytes = Buffer.byteLength(text)
  if (bytes > 3000) fail(`string too big (maximum 3000, got ${bytes})`, '$.record.text')
  const letters = count(text)
  if (letters > 300) fail(`grapheme too big (maximum 300, got ${letters})`, '$.record.text')
}

function checkFacets(facets: unknown, text: string, fail: Fail): void {
  if (facets === undefined) return
  if (!Array.isArray(facets)) return fail('expected an array value type', '$.record.facets')
  const length = Buffer.byteLength(text)
  let end = 0
  for (const [at, facet] of facets.entries()) {
    const path = `$.record.facets[${at}]`
    const index = isInput(facet) ? facet['index'] : null
    const [from, to] = isInput(index) ? [Number(index['byteStart']), Number(index['byteEnd'])] : [NaN, NaN]
    // Not the server's business, and still what every program that shows posts needs.
    if (!(from >= end && to > from && to <= length)) fail('byte offsets must fit the text, in order', path)
    end = to
    const features = isInput(facet) && Array.isArray(facet['features']) ? facet['features'] : []
    if (!features.every((one) => isInput(one) && typeof one['$type'] === 'string') || features.length === 0)
      fail('expected features with a $type', path)
  }
}

function checkRef(ref: unknown, path: string, fail: Fail): void {
  const fits = isInput(ref) && ADDRESS.test(String(ref['uri'])) && String(ref['cid']).startsWith('baf')
  if (!fits) fail('missing required key "uri" or "cid"', path)
}

function checkBlob(
  state: BlueskyState,
  blob: unknown,
  rules: { readonly did: string; readonly path: string; readonly biggest: number; readonly type: RegExp },
  fail: Fail,
): void {
  const { did, path, biggest, type } = rules
  const ref = isInput(blob) && isInput(blob['ref']) ? blob['ref']['$link'] : null
  if (typeof ref !== 'string') return fail('expected a blob', path)
  const stored = state.blobs.get(`${did} ${ref}`)
  if (!stored) throw new XrpcRefusal(400, 'BlobNotFound', `Could not find blob: ${ref}`)
  if (stored.size > biggest) fail(`blob too big (maximum ${biggest}, got ${stored.size})`, path)
  if (!type.test(stored.mimeType)) fail(`Wrong mimeType of blob (${stored.mimeType})`, path)
}

function checkMedia(state: BlueskyState, embed: Input, did: string, path: string, fail: Fail): void {
  const { imageBytes, videoBytes } = state.settings
  switch (embed['$type']) {
    case 'app.bsky.embed.images': {
      const images = Array.isArray(embed['images']) ? embed['images'] : []
      if (images.length > 4) fail(`array too big (maximum 4, got ${images.length})`, `${path}.images`)
      for (const [at, image] of images.entries()) {
        const where = `${path}.images[${at}]`
        if (!isInput(image) || typeof image['alt'] !== 'string') fail('missing required key "alt"', where)
        checkBlob(
          state,
          isInput(image) ? image['image'] : null,
          { did, path: `${where}.image`, biggest: imageBytes, type: /^image\// },
          fail,
        )
      }
      return
    }
    case 'app.bsky.embed.video':
      return checkBlob(
        state,
        embed['video'],
        { did, path: `${path}.video`, biggest: videoBytes, type: /^video\/mp4$/ },
        fail,
      )
    case 'app.bsky.embed.external': {
      const card = embed['external']
      const isCard =
        isInput(card) &&
        URL.canParse(String(card['uri'])) &&
        typeof card['title'] === 'string' &&
        typeof card['description'] === 'string'
      if (!isCard) return fail('missing required key', `${path}.external`)
      if (card['thumb'] !== undefined)
        checkBlob(
          state,
          card['thumb'],
          { did, path: `${path}.external.thumb`, biggest: 1_000_000, type: /^image\// },
          fail,
        )
      return
    }
    default: // an open union: what is not known is kept without a look
  }
}

function checkEmbed(state: BlueskyState, embed: unknown, did: string, fail: Fail): void {
  if (embed === undefined) return
  if (!isInput(embed) || typeof embed['$type'] !== 'string')
    return fail('missing required key "$type"', '$.record.embed')
  if (embed['$type'] === 'app.bsky.embed.record')
    return checkRef(embed['record'], '$.record.embed.record', fail)
  if (embed['$type'] === 'app.bsky.embed.recordWithMedia') {
    const { record, media } = embed
    checkRef(isInput(record) ? record['record'] : null, '$.record.embed.record.record', fail)
    if (!isInput(media)) return fail('missing required key "media"', '$.record.embed')
    return checkMedia(state, media, did, '$.record.embed.media', fail)
  }
  return checkMedia(state, embed, did, '$.record.embed', fail)
}

function checkPost(state: BlueskyState, record: Input, did: string, fail: Fail): void {
  const { text, langs, tags, reply } = record
  checkText(text, fail)
  if (Array.isArray(langs) && langs.length > 3)
    fail(`array too big (maximum 3, got ${langs.length})`, '$.record.langs')
  if (langs !== undefined && !(Array.isArray(langs) && langs.every((one) => typeof one === 'string')))
    fail('expected an array of languages', '$.record.langs')
  if (Array.isArray(tags) && (tags.length > 8 || tags.some((tag) => count(String(tag)) > 64)))
    fail('array too big (maximum 8)', '$.record.tags')
  checkFacets(record['facets'], String(text), fail)
  checkEmbed(state, record['embed'], did, fail)
  if (reply === undefined) return
  if (!isInput(reply)) return fail('expected an object', '$.record.reply')
  checkRef(reply['root'], '$.record.reply.root', fail)
  checkRef(reply['parent'], '$.record.reply.parent', fail)
}

/** Looks at a record as strictly as its lexicon. @throws XrpcRefusal 400 naming the place. */
export function checkRecord(state: BlueskyState, record: Input, collection: string, did: string): void {
  const fail: Fail = (problem, path) => {
    throw new XrpcRefusal(400, 'InvalidRequest', `Invalid ${collection} record: ${problem} at ${path}`)
  }
  if (record['$type'] !== collection)
    throw new XrpcRefusal(
      400,
      'InvalidRequest',
      `Invalid $type: expected ${collection}, got ${String(record['$type'])}`,
    )
  if (!MOMENT.test(String(record['createdAt']))) fail('Invalid datetime', '$.record.createdAt')
  if (collection === 'app.bsky.feed.post') checkPost(state, record, did, fail)
  if (collection === 'app.bsky.feed.like' || collection === 'app.bsky.feed.repost')
    checkRef(record['subject'], '$.record.subject', fail)
}
