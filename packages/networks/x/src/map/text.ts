import type { TextLink } from '@social/core/platform'

import type { PostReply } from '../schemas.js'
import { toProfileUrl } from './people.js'

/** Characters of a text that are read: more than anybody may write. */
const MAX_TEXT_LENGTH = 100_000
/** Short addresses, mentions and tags, as X puts them into texts. */
const MARKS = /https:\/\/t\.co\/[A-Za-z0-9]{1,40}|[@#＠＃][\p{L}\p{N}_]{1,100}|&(?:amp|lt|gt|quot|#39);/gu
const LETTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** A text as people wrote it, and what in it can be clicked. */
export interface ExpandedText {
  readonly text: string
  readonly links: readonly TextLink[]
}

interface Known {
  /** Where short addresses lead; null for those that only stand for a file or a quoted post. */
  readonly urls: ReadonlyMap<string, string | null>
  readonly mentions: ReadonlyMap<string, string>
  readonly tags: ReadonlySet<string>
}

/** End of the address of the quoted post; null where nothing is quoted. */
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
        // X adds an address for each file, and one for the quoted post.
        const isAdded = Boolean(one.media_key) || (path !== null && target.endsWith(path))
        return [one.url, isAdded ? null : target]
      }),
    ),
    mentions: new Map(mentions.map(({ username, id }) => [username.toLowerCase(), id ?? username])),
    tags: new Set(hashtags.map(({ tag }) => tag.toLowerCase())),
  }
}

/** What a mark becomes: its words, and what they link to. */
function read(
  mark: string,
  known: Known,
): { readonly words: string; readonly link: Omit<TextLink, 'start' | 'end'> | null } {
  const letter = LETTERS[mark]
  if (letter !== undefined) return { words: letter, link: null }
  if (mark.startsWith('https:')) {
    const target = known.urls.get(mark)
    if (target === null) return { words: '', link: null }
    const url = target ?? mark
    return { words: url, link: { kind: 'LINK', target: url, url } }
  }
  const name = mark.slice(1)
  const id = known.mentions.get(name.toLowerCase())
  if (/^[@＠]/.test(mark) && id !== undefined)
    return { words: mark, link: { kind: 'MENTION', target: id, url: toProfileUrl(name) } }
  if (/^[#＃]/.test(mark) && known.tags.has(name.toLowerCase()))
    return {
      words: mark,
      link: { kind: 'TAG', target: name, url: `https://x.com/hashtag/${encodeURIComponent(name)}` },
    }
  return { words: mark, link: null }
}

/** The words of a post: long ones whole, addresses as they were written, without those that X adds. In linear time. */
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
    const { words, link } = read(match[0], known)
    if (link !== null) links.push({ start: text.length, end: text.length + words.length, ...link })
    text += words
  }
  return { text: (text + shown.slice(at)).trimEnd(), links }
}
