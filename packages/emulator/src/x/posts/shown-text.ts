import { createHash } from 'node:crypto'

import type { Post } from '../records.js'
import { urlsIn } from './text-weight.js'

/** URL of a text in the form that X displays. */
interface ShownUrl {
  readonly start: number
  readonly end: number
  readonly url: string
  readonly expanded_url: string
  readonly display_url: string
  readonly media_key?: string
}

const shorten = (address: string): string =>
  `https://t.co/${createHash('sha256').update(address).digest('base64url').replace(/[-_]/g, 'x').slice(0, 10)}`

/**
 * Returns the text with shortened URLs, and the positions of the URLs in code points. If the post
 * has files, the text ends with their URL.
 */
export function shownText({ id, text, mediaIds }: Post): {
  readonly text: string
  readonly urls: readonly ShownUrl[]
} {
  const urls: ShownUrl[] = []
  let shown = ''
  let at = 0
  const add = (address: string, more: { readonly media_key?: string } = {}): void => {
    const url = shorten(address)
    const start = Array.from(shown).length
    shown += url
    const expanded = /^https?:/i.test(address) ? address : `http://${address}`
    const display = expanded.replace(/^https?:\/\//i, '').slice(0, 30)
    urls.push({ start, end: start + url.length, url, expanded_url: expanded, display_url: display, ...more })
  }
  for (const match of urlsIn(text)) {
    shown += text.slice(at, match.index)
    at = match.index + match[0].length
    add(match[0])
  }
  shown += text.slice(at)
  if (mediaIds.length > 0) {
    if (shown !== '') shown += ' '
    const file = `https://x.com/i/status/${id}/photo/1`
    for (const mediaId of mediaIds.slice(0, 1)) add(file, { media_key: `3_${mediaId}` })
  }
  return { text: shown, urls }
}
