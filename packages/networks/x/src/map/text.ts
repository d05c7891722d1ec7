import type { TextLink } from '@social/core/platform'

import type { PostReply } from '../schemas.js'
import { toProfileUrl } from './people.js'

/** Maximum characters of a text that are processed. The limit is above X's own limit. */
const MAX_TEXT_LENGTH = 100_000
/** Matches short URLs, mentions, hashtags and HTML entities as X encodes them. */
const MARKS = /https:\/\/t\.co\/[A-Za-z0-9]{1,40}|[@#＠＃][\p{L}\p{N}_]{1,100}|&(?:amp|lt|gt|quot|#39);/gu
const LETTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Text of a post with expanded URLs, and its links. */
export interface ExpandedText {
  readonly text: string
  readonly links: readonly TextLink[]
}

interface Known {
  /** Target of each short URL; null for a URL that X added for a file or a quoted post. */
  readonly urls: ReadonlyMap<string, string | null>
  readonly mentions: ReadonlyMap<string, string>
  readonly tags: ReadonlySet<string>
}

/** Returns the end of the quoted post's URL; null if the post has no quoted post. */
function quotedPath(post: PostReply): string | null {
  const quoted = [...post.referenced_posts, ...post.referenced_tweets].find(({ type }) => type === 'quoted')
  return quoted === undefined ? null : `/status/${quoted.id}`
}

function knownOf(post: PostReply): Known {
  const { urls = [], mentions = [], hashtags = [] } = post.entities ?? {}
  const path = quotedPath(post)
  return {
    urls: new Map(
      urls.map((one) => {
        const target = one.expanded_url ?? one.url
        // X adds a URL to the text for each file and for the quoted post.
        const isAdded = Boolean(one.media_key) || (path !== null && target.endsWith(path))
        return [one.url, isAdded ? null : target]
      }),
    ),
    mentions: new Map(mentions.map(({ username, id }) => [username.toLowerCase(), id ?? username])),
    tags: new Set(hashtags.map(({ tag }) => tag.toLowerCase())),
  }
}

/** Returns the text and the link of a match of `MARKS`. */
function read(
  mark: string,
  known: Known,
): { readonly replacement: string; readonly link: Omit<TextLink, 'start' | 'end'> | null } {
  const letter = LETTERS[mark]
  if (letter !== undefined) return { replacement: letter, link: null }
  if (mark.startsWith('https:')) {
    const target = known.urls.get(mark)
    if (target === null) return { replacement: '', link: null }
    const url = target ?? mark
    return { replacement: url, link: { kind: 'LINK', target: url, url } }
  }
  const name = mark.slice(1)
  const id = known.mentions.get(name.toLowerCase())
  if (/^[@＠]/.test(mark) && id !== undefined)
    return { replacement: mark, link: { kind: 'MENTION', target: id, url: toProfileUrl(name) } }
  if (/^[#＃]/.test(mark) && known.tags.has(name.toLowerCase()))
    return {
      replacement: mark,
      link: { kind: 'TAG', target: name, url: `https://x.com/hashtag/${encodeURIComponent(name)}` },
    }
  return { replacement: mark, link: null }
}

/**
 * Returns the text of a post with expanded URLs and without the URLs that X added. Takes linear
 * time.
 */
export function expandText(post: PostReply): ExpandedText {
  const long = post.note_post?.text ?? post.note_tweet?.text
  const shown = (long ?? post.text ?? '').slice(0, MAX_TEXT_LENGTH)
  const known = knownOf(post)
  const links: TextLink[] = []
  let text = ''
  let at = 0
  for (const match of shown.matchAll(MARKS)) {
    text += shown.slice(at, match.index)
    at = match.index + match[0].length
    const { replacement, link } = read(match[0], known)
    if (link !== null) links.push({ start: text.length, end: text.length + replacement.length, ...link })
    text += replacement
  }
  return { text: (text + shown.slice(at)).trimEnd(), links }
}
