import { profileJson } from '../people/people.js'
import { mayQuote, mayReply } from '../repository/gates.js'
import { parentOf, quotedBy, rootOf, subjectOf } from '../repository/write-record.js'
import type { BlueskyState, StoredRecord } from '../state.js'
import { isInput, textOr } from '../wire/input.js'

/** Finds the records of a collection whose subject is the given post. */
function about(state: BlueskyState, uri: string, collection: string): StoredRecord[] {
  return [...state.records.values()].filter((one) => one.collection === collection && subjectOf(one) === uri)
}

/**
 * Returns the replies to a post, oldest first. Omits replies that a thread gate forbids, although
 * the network stores them.
 */
export function repliesTo(state: BlueskyState, uri: string): StoredRecord[] {
  const owner = /^at:\/\/([^/]+)/.exec(uri)?.[1]
  return [...state.records.values()].filter((one) => {
    if (parentOf(one) !== uri) return false
    const root = rootOf(one) ?? uri
    return mayReply(state, root, one.did) || one.did === owner
  })
}

/** Returns the likes of a post, oldest first. */
export const likesOf = (state: BlueskyState, uri: string): StoredRecord[] =>
  about(state, uri, 'app.bsky.feed.like')

const linkOf = (blob: unknown): string => {
  const ref = isInput(blob) ? blob['ref'] : null
  return isInput(ref) ? String(ref['$link']) : ''
}

function pictureJson(state: BlueskyState, image: unknown) {
  const { alt, image: blob, aspectRatio } = isInput(image) ? image : {}
  const url = `${state.origin}/img/${linkOf(blob)}`
  return {
    thumb: url,
    fullsize: url,
    alt: textOr(alt, ''),
    ...(aspectRatio !== undefined && { aspectRatio }),
  }
}

function quoteJson(state: BlueskyState, uri: string, viewer: string | null) {
  const quoted = state.records.get(uri)
  const author = quoted && state.people.get(quoted.did)
  if (!quoted || !author) return { $type: 'app.bsky.embed.record#viewNotFound', uri, notFound: true }
  return {
    $type: 'app.bsky.embed.record#viewRecord',
    uri,
    cid: quoted.cid,
    author: profileJson(state, author, viewer),
    value: quoted.value,
    labels: [],
    indexedAt: quoted.indexedAt.toISOString(),
  }
}

function embedJson(
  state: BlueskyState,
  embed: unknown,
  record: StoredRecord,
  viewer: string | null,
): unknown {
  if (!isInput(embed)) return undefined
  const { $type, images, items, video, external, media, aspectRatio, alt } = embed
  switch ($type) {
    case 'app.bsky.embed.images':
      return {
        $type: 'app.bsky.embed.images#view',
        images: (Array.isArray(images) ? images : []).map((image) => pictureJson(state, image)),
      }
    case 'app.bsky.embed.gallery':
      return {
        $type: 'app.bsky.embed.gallery#view',
        items: (Array.isArray(items) ? items : []).map((image) => {
          const { thumb: thumbnail, ...shown } = pictureJson(state, image)
          return { $type: 'app.bsky.embed.gallery#viewImage', thumbnail, ...shown }
        }),
      }
    case 'app.bsky.embed.video':
      return {
        $type: 'app.bsky.embed.video#view',
        cid: linkOf(video),
        playlist: `${state.origin}/video/${linkOf(video)}/playlist.m3u8`,
        thumbnail: `${state.origin}/video/${linkOf(video)}/thumbnail.jpg`,
        ...(alt !== undefined && { alt }),
        ...(aspectRatio !== undefined && { aspectRatio }),
      }
    case 'app.bsky.embed.external': {
      const { uri, title, description, thumb } = isInput(external) ? external : {}
      return {
        $type: 'app.bsky.embed.external#view',
        external: {
          uri,
          title,
          description,
          ...(thumb !== undefined && { thumb: `${state.origin}/img/${linkOf(thumb)}` }),
        },
      }
    }
    case 'app.bsky.embed.record':
      return { $type: 'app.bsky.embed.record#view', record: quoteJson(state, quotedBy(record) ?? '', viewer) }
    case 'app.bsky.embed.recordWithMedia':
      return {
        $type: 'app.bsky.embed.recordWithMedia#view',
        record: { record: quoteJson(state, quotedBy(record) ?? '', viewer) },
        media: embedJson(state, media, record, viewer),
      }
    default:
      return undefined
  }
}

function viewerJson(state: BlueskyState, record: StoredRecord, viewer: string) {
  const like = likesOf(state, record.uri).find(({ did }) => did === viewer)
  const repost = about(state, record.uri, 'app.bsky.feed.repost').find(({ did }) => did === viewer)
  const root = rootOf(record) ?? record.uri
  return {
    ...(like && { like: like.uri }),
    ...(repost && { repost: repost.uri }),
    bookmarked: false,
    threadMuted: false,
    replyDisabled: !mayReply(state, root, viewer),
    embeddingDisabled: !mayQuote(state, record.uri, viewer),
  }
}

/** Describes a post as the AppView returns it: `app.bsky.feed.defs#postView`. */
export function postJson(state: BlueskyState, record: StoredRecord, viewer: string | null) {
  const author = state.people.get(record.did)
  const embed = embedJson(state, record.value['embed'], record, viewer)
  return {
    uri: record.uri,
    cid: record.cid,
    author: author && profileJson(state, author, viewer),
    record: record.value,
    ...(embed !== undefined && { embed }),
    bookmarkCount: 0,
    replyCount: repliesTo(state, record.uri).length,
    repostCount: about(state, record.uri, 'app.bsky.feed.repost').length,
    likeCount: likesOf(state, record.uri).length,
    quoteCount: [...state.records.values()].filter((one) => quotedBy(one) === record.uri).length,
    indexedAt: record.indexedAt.toISOString(),
    ...(viewer !== null && { viewer: viewerJson(state, record, viewer) }),
    labels: [],
  }
}
